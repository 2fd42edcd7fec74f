import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks of Linux, in which it counts the time of processors. */
const TICK_MS = 10;
const KIB = 1024;

/** What a process and all that it has started have used of the processors, in milliseconds. 0 where there is no /proc. */
export function processorMs(pid: number): number {
  return familyOf(pid).reduce((sum, one) => sum + ticksOf(one) * TICK_MS, 0);
}

/** What a process holds in memory, in bytes. 0 where there is no /proc. */
export function residentBytes(pid: number): number {
  const [, kib] = /^VmRSS:\s+(\d+)/m.exec(readOr(`/proc/${pid}/status`)) ?? [];
  return Number(kib ?? 0) * KIB;
}

/** The most that it has held. */
export function peakBytes(pid: number): number {
  const [, kib] = /^VmHWM:\s+(\d+)/m.exec(readOr(`/proc/${pid}/status`)) ?? [];
  return Number(kib ?? 0) * KIB;
}

/** utime and stime; and those of children that have ended, as a server's connections do. */
function ticksOf(pid: number): number {
  const fields = fieldsOf(pid);
  return [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index] ?? 0), 0);
}

/** The fields behind the name, which may hold anything: proc(5). */
function fieldsOf(pid: number): readonly string[] {
  const stat = readOr(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function familyOf(pid: number): readonly number[] {
  const children = readdirOr('/proc').map(Number).filter((one) => one > 0 && Number(fieldsOf(one)[1]) === pid);
  return [pid, ...children.flatMap(familyOf)];
}

function readOr(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function readdirOr(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
