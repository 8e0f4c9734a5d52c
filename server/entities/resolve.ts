import type { Resource } from '../../resources/kit/define.ts'
import type { StoredEntity } from './dataLoss.ts'
import { problemsAmong, type ReadEntity } from './read.ts'
import { entityProblems, type ShapeProblem } from './shape.ts'

/** One entity at this start: the definition in its file, and the one in force at the last start. */
export interface Candidate {
  file: string
  /** The definition in the file; null where the file has no valid one, or is gone. */
  now: Resource | null
  /** The last good definition; null where there was none. */
  before: Resource | null
  /** Why the file's definition is not in force. */
  problems: ShapeProblem[]
  /** Why the last good definition cannot be in force either. */
  unusable: ShapeProblem[]
}

/** Returns the definition in force; null where the entity is left out. */
export const definitionInForce = ({ now, before, problems, unusable }: Candidate): Resource | null =>
  problems.length === 0 ? now : unusable.length === 0 ? before : null

/** Whether the file's definition is not in force. */
export const isRejected = ({ problems }: Candidate): boolean => problems.length > 0

/**
 * Matches each file with the stored definition that it is meant to change: by table, then by address, and a file
 * without a valid definition by its name. `removed` are stored definitions without a file.
 */
export function pair(
  files: readonly ReadEntity[],
  stored: readonly StoredEntity[],
): { candidates: Candidate[]; removed: StoredEntity[] } {
  const free = new Set(stored)
  const found = new Map<ReadEntity, StoredEntity>()
  const claim = (fits: (file: ReadEntity, entity: StoredEntity) => boolean): void => {
    for (const file of files) {
      const entity = found.has(file) ? undefined : [...free].find((one) => fits(file, one))
      if (entity && free.delete(entity)) found.set(file, entity)
    }
  }
  // A copy of a file must not take over the entity of its original.
  claim(({ file, names }, entity) => file === entity.file && names.table === entity.resource.table)
  claim(({ names }, { resource }) => names.table === resource.table)
  claim(({ names }, { resource }) => names.path === resource.path)
  claim(({ file, resource }, entity) => resource === null && file === entity.file)
  return {
    candidates: files.map((read) => ({
      file: read.file,
      now: read.resource,
      before: found.get(read)?.resource ?? null,
      problems: [...read.problems],
      unusable: [],
    })),
    removed: [...free],
  }
}

/**
 * Settles which definition of each entity is in force, so that all of them fit together and with the built-in ones: the
 * file's, where it is without mistakes and `losses` finds none, else the last good one, else the entity is left out. In
 * a conflict, changed definitions give way to unchanged ones, and new entities to both.
 */
export async function settle(
  candidates: readonly Candidate[],
  builtIn: readonly Resource[],
  losses: (candidate: Candidate) => Promise<ShapeProblem[]>,
): Promise<void> {
  const around = (candidate: Candidate): Resource[] => [
    ...builtIn,
    ...candidates.flatMap((other) => (other === candidate ? [] : (definitionInForce(other) ?? []))),
  ]
  const compared = new Set<Candidate>()
  // Each round rejects one or more definitions; a rejected one stays rejected, so the loop ends.
  for (;;) {
    const changed = candidates.filter((candidate) => !isRejected(candidate) && !isAsBefore(candidate))
    const wrong = changed
      .flatMap((candidate) =>
        candidate.now
          ? [{ candidate, problems: problemsAmong(candidate.now, around(candidate), candidate.before) }]
          : [],
      )
      .filter(({ problems }) => problems.length > 0)
    // In a conflict, a new entity gives way before an existing one.
    const first = wrong.some(({ candidate }) => candidate.before === null)
      ? wrong.filter(({ candidate }) => candidate.before === null)
      : wrong
    for (const { candidate, problems } of first) candidate.problems = problems
    if (first.length > 0) continue

    const unseen = changed.filter((candidate) => !compared.has(candidate))
    for (const candidate of unseen) {
      compared.add(candidate)
      candidate.problems = await losses(candidate)
    }
    if (unseen.some(isRejected)) continue

    const staying = candidates.flatMap((candidate) =>
      candidate.before && !changed.includes(candidate) && definitionInForce(candidate)
        ? [{ candidate, before: candidate.before }]
        : [],
    )
    const stuck = staying
      .map(({ candidate, before }) => ({
        candidate,
        before,
        problems: [...entityProblems(before), ...problemsAmong(before, around(candidate), before)],
      }))
      .filter(({ problems }) => problems.length > 0)
    if (stuck.length === 0) return
    // An unchanged entity may depend on the previous definition of a changed one: then the change has to wait.
    const movers = changed.filter(({ before }) => before !== null)
    const asBefore = (candidate: Candidate): Resource[] => [
      ...builtIn,
      ...candidates.flatMap((other) =>
        other === candidate ? [] : ((movers.includes(other) ? other.before : definitionInForce(other)) ?? []),
      ),
    ]
    const leaning =
      movers.length === 0
        ? undefined
        : stuck.find(({ candidate, before }) => problemsAmong(before, asBefore(candidate), before).length === 0)
    if (leaning)
      for (const mover of movers)
        mover.problems = leaning.problems.map(({ at, text }) => ({
          at: '',
          text: `waits for ${leaning.candidate.file}, where ${at === '' ? '' : `${at} `}${text}`,
        }))
    else
      for (const { candidate, problems } of stuck) {
        candidate.unusable = problems
        if (!isRejected(candidate)) candidate.problems = problems
      }
  }
}

const isAsBefore = ({ now, before }: Candidate): boolean => JSON.stringify(now) === JSON.stringify(before)
