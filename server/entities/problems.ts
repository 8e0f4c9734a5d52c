import { StartError } from '../settings.ts'

/** A problem in an entity file, for its author: where it is, what is wrong, and what to do. */
export interface EntityProblem {
  /** Name of the file. */
  file: string
  /** Place in the file: fields.sn.max, list[2]; '' for the file as a whole. */
  at: string
  /** One or two sentences; the last says what to do. */
  text: string
}

/** Refuses the start with all problems in one block, by file. */
export function refuseStart(
  problems: readonly EntityProblem[],
  head = 'Entity files cannot be used with this version; the server was not started, and nothing was changed.',
): never {
  throw new StartError(`${head}\n${blockOf(problems)}`)
}

/** Formats the problems as lines, each file's under its name. */
export function blockOf(problems: readonly EntityProblem[]): string {
  const files = [...new Set(problems.map(({ file }) => file))]
  return files
    .flatMap((file) => [
      '',
      `  ${file}`,
      ...problems
        .filter((problem) => problem.file === file)
        .map(({ at, text }) => `    ${at === '' ? '' : `${at}: `}${text}`),
    ])
    .join('\n')
}

/** Extends a place by one step: ('fields', 'sn') is fields.sn, ('list', 2) is list[2]. */
export const pathIn = (at: string, step: string | number): string =>
  typeof step === 'number' ? `${at}[${step}]` : at === '' ? step : `${at}.${step}`

/** Returns "1 record", "12 records". */
export const recordCount = (count: number): string => `${count} record${count === 1 ? '' : 's'}`

/** Returns "1 record holds", "12 records hold". */
export const recordsHold = (count: number): string => `${recordCount(count)} hold${count === 1 ? 's' : ''}`
