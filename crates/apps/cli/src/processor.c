/* Says what the processor lacks before the first instruction that it lacks.
 *
 * A build for one processor uses its instructions everywhere, in a check written in Rust too. This file is compiled
 * for any x86-64, and a constructor runs before everything else. build.rs names the features that the build takes for
 * granted in NEEDED, as NEED("avx2") NEED("bmi2") and so on.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int missing;

static void say(const char *text) {
    ssize_t written = write(2, text, strlen(text));
    (void)written;
}

__attribute__((constructor(101))) static void check_processor(void) {
    const char *lang = getenv("LC_ALL");
    lang = lang && *lang ? lang : getenv("LANG");
    int french = lang && strncmp(lang, "fr", 2) == 0;
    __builtin_cpu_init();
#define NEED(feature)                                                                                   \
    if (!__builtin_cpu_supports(feature)) {                                                             \
        if (!missing)                                                                                   \
            say(french ? "quadrille : ce programme exige un processeur avec "                           \
                       : "quadrille: this build needs a processor with ");                              \
        else                                                                                            \
            say(", ");                                                                                  \
        say(feature);                                                                                   \
        missing = 1;                                                                                    \
    }
    NEEDED
    if (missing) {
        say(french ? " : compilez-le sur cette machine, ou utilisez une version publiée, qui fonctionne sur tout x86-64\n"
                   : ": build it on this machine, or use a release, which runs on any x86-64\n");
        _exit(1);
    }
}
