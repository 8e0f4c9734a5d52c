import type { Resource } from '../../resources/kit/define.ts'
import type { StoredEntity } from './dataLoss.ts'
import { problemsAmong, type ReadEntity } from './read.ts'
import { entityProblems, type ShapeProblem } from './shape.ts'

/** One entity at this start: what its file says now, and what it was when the program last started. */
export interface Candidate {
  file: string
  /** What the file says; null where it cannot be read as a definition, or is gone. */
  now: Resource | null
  /** The last good definition; null where there was none. */
  before: Resource | null
  /** Why what the file says is not in force. */
  problems: ShapeProblem[]
  /** Why the last good definition cannot be either. */
  unusable: ShapeProblem[]
}

/** The definition an entity works by; null where it is left out. */
export const inForce = ({ now, before, problems, unusable }: Candidate): Resource | null =>
  problems.length === 0 ? now : unusable.length === 0 ? before : null

/** Whether what the file says is not in force. */
export const isRejected = ({ problems }: Candidate): boolean => problems.length > 0

/**
 * Finds for each file whose definition of before it means to change: by the table, then by the address, and a file that nobody can read by
 * its name. `gone`: definitions that no file stands for any more.
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
  // A copy takes nothing from the file it was made of.
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
 * Settles by what each entity works, so that all of them get along with the built-in ones and each other: by what its file says where that
 * is without mistakes and `losses` finds none, else by its last good definition, else it is left out. What changed gives way to what did not, and
 * what is new to both.
 */
export async function settle(
  candidates: readonly Candidate[],
  builtIn: readonly Resource[],
  losses: (candidate: Candidate) => Promise<ShapeProblem[]>,
): Promise<void> {
  const around = (candidate: Candidate): Resource[] => [
    ...builtIn,
    ...candidates.flatMap((other) => (other === candidate ? [] : (inForce(other) ?? []))),
  ]
  const compared = new Set<Candidate>()
  // Each round holds one or more back; what is held back never comes back.
  for (;;) {
    const changed = candidates.filter((candidate) => !isRejected(candidate) && !isAsBefore(candidate))
    const wrong = changed
      .flatMap((candidate) =>
        candidate.now
          ? [{ candidate, problems: problemsAmong(candidate.now, around(candidate), candidate.before) }]
          : [],
      )
      .filter(({ problems }) => problems.length > 0)
    // A new one that is in the way of one there was gives way first.
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
      candidate.before && !changed.includes(candidate) && inForce(candidate)
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
    // One that stayed as it was may lean on how another one was: then that other one waits.
    const movers = changed.filter(({ before }) => before !== null)
    const asBefore = (candidate: Candidate): Resource[] => [
      ...builtIn,
      ...candidates.flatMap((other) =>
        other === candidate ? [] : ((movers.includes(other) ? other.before : inForce(other)) ?? []),
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
