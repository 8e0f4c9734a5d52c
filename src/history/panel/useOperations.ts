import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslate } from 'react-admin'
import { changesWithin } from '../../../dataProvider/calls/deviceChanges.ts'
import { mayOpen } from '../../../resources/kit/access.ts'
import { OPERATIONS_KEY } from '../../../resources/pageKeys.ts'
import type { Moment, Range } from '../../chart/model.ts'
import { useCaller } from '../../kit/index.ts'

const NONE: readonly Moment[] = []

/**
 * Loads the operations on a device within a span from the operation log, as marks: commands, changes of its record,
 * values sent manually. They are optional: a user who may not read the log, or a platform that fails to answer, gets
 * none.
 */
export function useOperations(
  { id, name }: { id: number; name: string },
  { from, to }: Range,
  enabled: boolean,
): readonly Moment[] {
  const translate = useTranslate()
  const allowed = mayOpen(useCaller(), OPERATIONS_KEY)
  const { data } = useQuery({
    queryKey: ['history', 'operations', id, from, to],
    queryFn: ({ signal }) => changesWithin(id, { from, to, signal }),
    enabled: enabled && allowed,
    staleTime: 60_000,
    retry: false,
  })
  return useMemo(
    () =>
      data?.map(({ at, type, explained, userName }) => ({
        at,
        kind: 'operation' as const,
        color: '--text2',
        // Most entries only repeat the device's name.
        label: [
          translate(`operations.types.${type}`, { _: type || '—' }),
          explained === name ? '' : explained,
          userName,
        ]
          .filter(Boolean)
          .join(' · '),
      })) ?? NONE,
    [data, name, translate],
  )
}
