import { readFileSync } from 'node:fs'

/** Clock ticks a second in /proc, the same on every Linux that Node runs on. */
const TICKS = 100

/**
 * Processor seconds, user and system, of all child processes that have ended, with theirs; null where the system does not say (it is
 * read from Linux' /proc).
 */
export function endedChildrenSeconds() {
  try {
    // The name of the program stands in brackets and may hold blanks; cutime and cstime are the 14th and 15th fields after it.
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1).split(' ')
    return (Number(fields[13]) + Number(fields[14])) / TICKS
  } catch {
    return null
  }
}
