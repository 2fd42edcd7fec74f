#!/usr/bin/env node
import { ConfigError } from '../config.js';
import { CommandError } from './command-error.js';
import { courtside } from './commands.js';

try {
  const program = courtside((text) => console.log(text), process.env);
  await program.parseAsync();
} catch (error) {
  console.error(error instanceof CommandError || error instanceof ConfigError ? error.message : error);
  process.exitCode = 1;
}
