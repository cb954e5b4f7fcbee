"""Environments of PettingZoo: `from quadrille.envs import othello_v0; env = othello_v0.env()`."""
