import { readFileSync } from 'node:fs'

/** How often the process that started this one is looked for, milliseconds. */
const POLL_INTERVAL_MS = 500

/**
 * Calls back once when what `npm start` began us with is gone without a word: npm passes a SIGTERM on to the shell it runs scripts in, not to what
 * that shell runs, and a SIGKILL to nobody. Started by hand, without npm, nothing is watched: a shell may end before what it left in the background.
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

/** Our parent and, where that is npm's shell and the system says so, npm itself. */
function ancestors() {
  const parent = process.ppid
  const { name, ppid } = processOf(parent)
  return /^(?:ba|da|z)?sh$/.test(name) ? [parent, ppid] : [parent, exists(parent)]
}

/** Name and parent of a process as /proc tells them; empty and 0 where there is no /proc, or no such process. */
function processOf(pid) {
  try {
    // "pid (name) state ppid …"; the name may hold anything.
    const [, name = '', rest = ''] = /^\d+ \((.*)\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return { name, ppid: Number(rest.split(' ')[1] ?? 0) }
  } catch {
    return { name: '', ppid: 0 }
  }
}

/** Whether a process is there: Windows keeps the number of a parent that is gone. */
function exists(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}
