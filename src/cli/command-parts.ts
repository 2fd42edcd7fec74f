import type { Config } from '../config.js';

/** Prints an object for a person or, with --json, for a program. */
export type Print = (result: object) => void;

/** The settings, read by the commands that need them: help needs none. */
export type ReadSettings = () => Config;
