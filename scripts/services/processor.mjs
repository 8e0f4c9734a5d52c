import { readFileSync } from 'node:fs'

/** Clock ticks per second in /proc, the same on every Linux that Node runs on. */
const TICKS = 100

/**
 * Returns the processor seconds, user and system, of all child processes that have ended, including their own children;
 * null if the system does not provide them (they are read from Linux' /proc).
 */
export function endedChildrenSeconds() {
  try {
    // The program's name is in parentheses and may contain blanks; cutime and cstime are the 14th and 15th fields after
    // it.
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1).split(' ')
    return (Number(fields[13]) + Number(fields[14])) / TICKS
  } catch {
    return null
  }
}
