import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { EvidenceValue } from '../../dataProvider/calls/evidenceValues.ts'
import { deviceHistory, type ComparedItem } from '../../dataProvider/calls/history.ts'
import { mayRead } from '../../resources/reads.ts'
import type { Range } from '../chart/model.ts'
import { useCaller, useExtensions } from '../kit/index.ts'
import { keyOf } from './compareParams.ts'

/** Samples of one item, oldest first. */
export interface ItemSamples {
  times: number[]
  values: number[]
  beside: readonly EvidenceValue[]
  /** Number of suspect or failed samples, if the platform counts them. */
  doubted?: number | undefined
}

/**
 * Loads every sample of the compared items, for table and file, only when one of them is requested. If the platform
 * does not thin samples, the drawn ones are complete; a user who may not read the history of single devices gets only
 * the drawn ones, and `thinned` is true.
 *
 * @param wanted whether the table is in view
 */
export function useWholeSamples(
  items: readonly ComparedItem[],
  fullRange: Range,
  drawn: readonly ItemSamples[],
  wanted: boolean,
) {
  const client = useQueryClient()
  const thins = useExtensions()?.has('points') === true
  const readable = mayRead(useCaller(), 'history')
  const whole = thins && readable
  const query = {
    queryKey: ['compare', 'all', items.map(keyOf).join(), fullRange.from, fullRange.to],
    queryFn: ({ signal }: { signal: AbortSignal }) => wholeSamples(items, fullRange, signal),
    staleTime: 60_000,
    retry: false,
  }
  const { data, error, isFetching, refetch } = useQuery({ ...query, enabled: wanted && whole })
  return {
    samples: whole ? (data ?? NONE) : drawn,
    thinned: thins && !readable,
    error: data ? null : error,
    loading: isFetching,
    retry: () => void refetch(),
    load: (): Promise<readonly ItemSamples[]> => (whole ? client.fetchQuery(query) : Promise.resolve(drawn)),
  }
}

const NONE: readonly ItemSamples[] = []

async function wholeSamples(
  items: readonly ComparedItem[],
  fullRange: Range,
  signal: AbortSignal,
): Promise<ItemSamples[]> {
  const found = new Map<string, ItemSamples>()
  // One device after the other, since a month of all nodes takes much memory.
  for (const device of new Set(items.map((item) => item.device))) {
    const nodes = await deviceHistory(device, { ...fullRange, signal })
    for (const { nodemap } of items.filter((item) => item.device === device)) {
      const node = nodes.find(({ id }) => id === nodemap)
      if (node) found.set(keyOf({ device, nodemap }), { ...node, beside: node.beside ?? [] })
    }
  }
  return items.map((item) => found.get(keyOf(item)) ?? { times: [], values: [], beside: [] })
}
