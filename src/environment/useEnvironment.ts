import { useQuery } from '@tanstack/react-query'
import { stationRows, type StationQuery } from '../../dataProvider/calls/environment.ts'
import { useOffered } from './useOffered.ts'
import { byDeviceOf, verdictOf, type StationVerdict } from './verdict.ts'

/** Poll interval as for the live list, and a longer one for whole platforms, since a verdict covers an hour; ms. */
const POLL_INTERVAL_MS = 10_000
const SLOW_POLL_INTERVAL_MS = 60_000
const MANY = 500

export interface Environment {
  /** One verdict per station and medium; empty before they are loaded. */
  verdicts: readonly StationVerdict[]
  /** The main verdict of each station: of several media the worse one. */
  byDevice: ReadonlyMap<number, StationVerdict>
  /** False if the platform judges nothing, or the caller may not see it: show nothing then. */
  offered: boolean
  isPending: boolean
  /** The data is the answer to another moment or query: the requested answer is loading. */
  isOfBefore: boolean
  error: Error | null
  refetch: () => void
}

/**
 * Loads the verdicts of stations, for now or a past moment `at`. Components with the same query share one answer, which
 * is polled at the interval of the live list. A platform without the extension is not queried.
 *
 * @param asked `isStrict`: the answer of another moment is not shown while the requested one is loading
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
    staleTime: at === null ? POLL_INTERVAL_MS : Infinity,
    refetchInterval: ({ state }) =>
      at === null && ((state.data?.verdicts.length ?? 0) > MANY ? SLOW_POLL_INTERVAL_MS : POLL_INTERVAL_MS),
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

/**
 * Keeps unchanged verdicts as the same objects, so that a component renders again only when its own station changed.
 */
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

/** Compares verdicts: late data changes the coverage, an index or a value; a changed model changes what is measured. */
const isSame = (a: StationVerdict, b: StationVerdict): boolean =>
  a.at === b.at &&
  a.standard === b.standard &&
  a.level === b.level &&
  a.index === b.index &&
  a.value === b.value &&
  a.coverage === b.coverage &&
  a.measures === b.measures &&
  JSON.stringify(a.parts) === JSON.stringify(b.parts)
