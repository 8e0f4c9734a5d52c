import { readFileSync } from 'node:fs'

/** Interval at which the parent processes are checked, milliseconds. */
const POLL_INTERVAL_MS = 500

/**
 * Calls back once when the processes by which `npm start` started this one have ended without a signal: npm passes a
 * SIGTERM to the shell it runs scripts in, but not to the shell's children, and cannot pass on a SIGKILL. A process
 * started by hand, without npm, is not watched: a shell may end before its background jobs.
 */
export function whenOrphaned(script, callback) {
  if (!process.env.npm_lifecycle_script?.includes(script)) return
  const before = ancestors()
  const timer = setInterval(() => {
    if (String(ancestors()) === String(before)) return
    clearInterval(timer)
    callback()
  }, POLL_INTERVAL_MS)
  timer.unref()
}

/** Returns the parent process and, if the parent is npm's shell and the system shows it, npm itself. */
function ancestors() {
  const parent = process.ppid
  const { name, ppid } = processOf(parent)
  return /^(?:ba|da|z)?sh$/.test(name) ? [parent, ppid] : [parent, exists(parent)]
}

/** Returns name and parent of a process from /proc; empty and 0 without /proc or such a process. */
function processOf(pid) {
  try {
    // Format: "pid (name) state ppid …"; the name may contain any character.
    const [, name = '', rest = ''] = /^\d+ \((.*)\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return { name, ppid: Number(rest.split(' ')[1] ?? 0) }
  } catch {
    return { name: '', ppid: 0 }
  }
}

/** Whether a process exists: on Windows the parent's id remains after it has ended. */
function exists(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}
