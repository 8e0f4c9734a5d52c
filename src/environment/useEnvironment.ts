import { useQuery } from '@tanstack/react-query'
import { stationRows, type StationQuery } from '../../dataProvider/calls/environment.ts'
import { useOffered } from './useOffered.ts'
import { byDeviceOf, verdictOf, type StationVerdict } from './verdict.ts'

/** As the live list; of whole platforms less often: a verdict stands for an hour. ms */
const PACE = 10_000
const SLOW_PACE = 60_000
const MANY = 500

export interface Environment {
  /** A verdict a station and medium; empty before they are there. */
  verdicts: readonly StationVerdict[]
  /** The one that stands for each station: of several media the worse. */
  byDevice: ReadonlyMap<number, StationVerdict>
  /** False where the platform judges nothing, or the caller may not see it: show nothing then. */
  offered: boolean
  isPending: boolean
  /** What is known is of another moment, or another question: the answer to this one is on its way. */
  isOfBefore: boolean
  error: Error | null
  refetch: () => void
}

/**
 * What stations' values mean now, or at a past moment `at`: one answer for all who ask the same, asked for again at the pace of the live list. A platform without the
 * extension is not asked.
 *
 * @param asked `isStrict`: until the answer of the moment that is asked for is there, what is known of another one does not stand in its place
 */
export function useEnvironment(asked: StationQuery & { enabled?: boolean; isStrict?: boolean }): Environment {
  const {
    pro_id = null,
    dis_id = null,
    deviceid = null,
    medium,
    at = null,
    parts = true,
    enabled = true,
    isStrict = false,
  } = asked
  const offered = useOffered('environment')
  const query = { pro_id, dis_id, deviceid, medium, at, parts }
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    queryKey: ['environment', query, at],
    queryFn: async ({ signal }) => indexed((await stationRows(query, signal)).map(verdictOf)),
    enabled: enabled && offered,
    retry: false,
    placeholderData: (before, previous) => (isStrict && previous?.queryKey[2] !== at ? undefined : before),
    structuralSharing: (before, next) => keepUnchanged(before as Indexed | undefined, next as Indexed),
    staleTime: at === null ? PACE : Infinity,
    refetchInterval: ({ state }) => at === null && ((state.data?.verdicts.length ?? 0) > MANY ? SLOW_PACE : PACE),
  })
  return {
    ...(data ?? NOTHING),
    offered,
    isPending: isPending && offered,
    isOfBefore: isPlaceholderData,
    error,
    refetch: () => void refetch(),
  }
}

type Indexed = Pick<Environment, 'verdicts' | 'byDevice'>

const indexed = (verdicts: readonly StationVerdict[]): Indexed => ({ verdicts, byDevice: byDeviceOf(verdicts) })
const NOTHING = indexed([])

/** What did not change stays the same object: whoever draws a station is drawn again only when its own changed. */
function keepUnchanged(before: Indexed | undefined, next: Indexed): Indexed {
  if (!before) return next
  const known = new Map(before.verdicts.map((verdict) => [`${verdict.medium} ${verdict.deviceid}`, verdict]))
  const verdicts = next.verdicts.map((verdict) => {
    const other = known.get(`${verdict.medium} ${verdict.deviceid}`)
    return other && isSame(other, verdict) ? other : verdict
  })
  const isAllSame =
    verdicts.length === before.verdicts.length && verdicts.every((one, at) => one === before.verdicts[at])
  return isAllSame ? before : indexed(verdicts)
}

/** A verdict follows from its hour's means: late data change how much was sampled, an index or a value; a model what is measured. */
const isSame = (a: StationVerdict, b: StationVerdict): boolean =>
  a.at === b.at &&
  a.standard === b.standard &&
  a.level === b.level &&
  a.index === b.index &&
  a.value === b.value &&
  a.coverage === b.coverage &&
  a.measures === b.measures &&
  JSON.stringify(a.parts) === JSON.stringify(b.parts)
