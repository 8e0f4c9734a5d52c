import { useTranslate } from 'react-admin'
import { useMemo } from 'react'
import type { Positions } from '../chart/model.ts'

/** Returns the names of a switch's positions, as in the live list. */
export function usePositions(): Positions {
  const translate = useTranslate()
  return useMemo(() => [translate('monitor.node.off'), translate('monitor.node.on')], [translate])
}
