import { readFileSync } from 'node:fs'
import type { Instance } from '../tests/support/instance.ts'

/** Resolves when the process has used next to no processor time for some seconds in a row, or after ten minutes. */
export async function rest(instance: Instance, seconds = 3): Promise<void> {
  let before = ticks(instance)
  for (let quiet = 0, second = 0; quiet < seconds && second < 600; second++) {
    await new Promise((resolve) => setTimeout(resolve, 1000))
    const now = ticks(instance)
    quiet = now - before <= 10 ? quiet + 1 : 0
    before = now
  }
}

/** Hundredths of a second of processor time so far (Linux; elsewhere 0). */
export function ticks({ process: { pid } }: Instance): number {
  const fields = readProc(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? []
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0)
}

/** The process's resident memory, MB: at present, or its maximum so far (Linux; elsewhere NaN). */
export const resident = ({ process: { pid } }: Instance, when: 'now' | 'atMost' = 'now'): number =>
  Number(
    new RegExp(`${when === 'now' ? 'VmRSS' : 'VmHWM'}:\\s+(\\d+)`).exec(readProc(`/proc/${pid}/status`))?.[1] ?? NaN,
  ) / 1000

function readProc(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
