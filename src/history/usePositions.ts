import { useTranslate } from 'react-admin'
import { useMemo } from 'react'
import type { Positions } from '../chart/model.ts'

/** What a switch's positions are called, as the live list does. */
export function usePositions(): Positions {
  const translate = useTranslate()
  return useMemo(() => [translate('monitor.node.off'), translate('monitor.node.on')], [translate])
}
