import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { judgementSettings, type JudgementSettings, type NodeWritten } from '../../dataProvider/calls/environment.ts'
import { AIR_SCHEMES } from '../../standards/index.ts'
import { BODIES, NOISE_ZONES, type Period } from '../../standards/types.ts'
import { useZone } from '../kit/hooks/useZone.ts'
import { useOffered } from './useOffered.ts'
import { judgeValue, type Judgement, type Where } from './judge.ts'

/** Returns the class of one value of a node in display units: see `judgeValue`. */
export type Judge = (
  value: number,
  pollutant: string,
  unit: string,
  period: Period,
  at: number,
  where?: Where,
) => Judgement | null

/** Returns a judge for single values that uses the platform's calendar. Suspends until its time zone is known. */
export function useJudge(): Judge {
  const zone = useZone()
  return useMemo(
    () =>
      (...question) =>
        judgeValue(zone, ...question),
    [zone],
  )
}

/** A node map that measures a pollutant. */
export interface MeasuringNode extends NodeWritten {
  id: number
  /** Whether stations are judged by it, so that its values have classes. */
  isJudged: boolean
}

/** What nodes measure, and where a device's values are judged. */
export interface NodeMeasures {
  /** By node map; undefined for a node that is not judged. */
  pollutantOf: (node: number) => string | undefined
  /**
   * The node maps that measure a pollutant, first those by which stations are judged; empty if the platform does not
   * report them.
   */
  nodesOf: (pollutant: string) => readonly MeasuringNode[]
  whereOf: (device: number, project: number | null) => Where
  /**
   * Node maps of the wind (`useWind`), speed by direction; null if the platform does not report them, undefined before
   * they are loaded.
   */
  winds: ReadonlyMap<number, number> | null | undefined
  /** Whether the values of a node map are directions, whose difference is the smaller angle. */
  isDirection: (node: number) => boolean
}

/**
 * Returns what the nodes of devices measure and the rules that judge them; empty before it is loaded, and on a platform
 * that does not report it.
 */
export function useMeasures(enabled = true): NodeMeasures {
  const offered = useOffered('environment-measures')
  const { data, isLoading } = useQuery({
    queryKey: ['environment', 'measures'],
    queryFn: ({ signal }) => judgementSettings(signal),
    enabled: enabled && offered,
    staleTime: VERDICT_TTL_MS,
    retry: false,
  })
  return useMemo(() => (data ? measuresOf(data) : isLoading ? WAITING : NOTHING), [data, isLoading])
}

/** How long the answer stays fresh, ms: models and sites rarely change. */
const VERDICT_TTL_MS = 300_000

const measuresOf = ({
  pollutants,
  nodes,
  further,
  sites,
  schemes,
  winds,
  directions,
}: JudgementSettings): NodeMeasures => ({
  pollutantOf: (node) => pollutants.get(node),
  nodesOf: (pollutant) => [
    ...[...nodes].flatMap(([id, node]) => (pollutants.get(id) === pollutant ? [{ ...node, id, isJudged: true }] : [])),
    ...further.flatMap((node) => (node.pollutant === pollutant ? [{ ...node, isJudged: false }] : [])),
  ],
  whereOf: (device, project) => {
    const { zone, body, traffic } = sites.get(device) ?? {}
    const scheme = project === null ? undefined : schemes.get(project)
    return {
      scheme: AIR_SCHEMES.find((known) => known === scheme),
      zone: NOISE_ZONES.find((known) => known === zone),
      body: BODIES.find((known) => known === body),
      traffic,
    }
  },
  winds,
  isDirection: (node) => directions.has(node),
})

const NOTHING: NodeMeasures = {
  pollutantOf: () => undefined,
  nodesOf: () => [],
  whereOf: () => ({}),
  winds: null,
  isDirection: () => false,
}
const WAITING: NodeMeasures = { ...NOTHING, winds: undefined }
