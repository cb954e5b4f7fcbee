// Two short synthesised sounds: a piece placed, and one captured or flipped. They are off by default.

/** @type {AudioContext | undefined} */
let audio;

/** How high, how long and how loud. */
const SOUNDS = { move: [320, 0.07, 0.25], take: [190, 0.11, 0.35] };

/** @param {keyof typeof SOUNDS} name */
export function sound(name) {
  const [pitch, length, loudness] = SOUNDS[name];
  audio ??= new AudioContext();
  const now = audio.currentTime;
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  tone.type = "triangle";
  tone.frequency.setValueAtTime(pitch, now);
  tone.frequency.exponentialRampToValueAtTime(pitch / 2, now + length);
  volume.gain.setValueAtTime(loudness, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + length);
  tone.connect(volume).connect(audio.destination);
  tone.start(now);
  tone.stop(now + length);
}
