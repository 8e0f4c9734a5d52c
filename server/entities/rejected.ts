import type { Resource } from '../../resources/kit/define.ts'
import type { FileResource } from '../../resources/index.ts'
import type { Log } from '../log.ts'
import type { RejectedFile } from '../platform.ts'
import { blockOf } from './problems.ts'
import { definitionInForce, isRejected, type Candidate } from './resolve.ts'

/**
 * Returns the definitions in force. Where an entity's file is not in force its definition says so, for users of its
 * list.
 */
export const definitionsIn = (candidates: readonly Candidate[]): FileResource[] =>
  candidates.flatMap((candidate) => {
    const resource = definitionInForce(candidate)
    return resource ? [isRejected(candidate) ? { ...resource, lastGood: candidate.file } : resource] : []
  })

export const rejectedIn = (candidates: readonly Candidate[]): RejectedFile[] =>
  candidates.filter(isRejected).map((candidate) => {
    const works: Resource | null = definitionInForce(candidate)
    return {
      file: candidate.file,
      path: (works ?? candidate.now)?.path ?? null,
      inForce: works ? 'lastGood' : 'none',
      problems: [
        ...candidate.problems,
        ...(works ? [] : candidate.unusable.filter((problem) => !candidate.problems.includes(problem))),
      ],
    }
  })

/** Logs which entities joined and, of each file that is not in force, the reason. */
export function logJoined(log: Log, joined: readonly FileResource[], rejected: readonly RejectedFile[]): void {
  if (joined.length > 0) log.info({ entities: joined.map(({ path }) => path) }, 'entities were added from files')
  for (const { file, path, inForce: works, problems } of rejected) {
    const why = problems.map(({ at, text }) => (at === '' ? text : `${at}: ${text}`))
    log.error(
      { file, entity: path, problems: why },
      works === 'lastGood'
        ? 'an entity file cannot be used; the entity keeps its last good definition'
        : 'an entity file cannot be used; the entity is left out',
    )
  }
}

/**
 * Formats the rejected files for the terminal at start, as one block with file, place and remedy; '' where all are in
 * force.
 */
export function rejectedBlock(rejected: readonly RejectedFile[]): string {
  if (rejected.length === 0) return ''
  const heads: Readonly<Record<RejectedFile['inForce'], string>> = {
    lastGood: 'its last good definition is in force',
    none: 'left out',
  }
  return `Entity files that cannot be used:\n${blockOf(rejected.flatMap(({ file, inForce: works, problems }) => problems.map((problem) => ({ ...problem, file: `${file} (${heads[works]})` }))))}\n`
}
