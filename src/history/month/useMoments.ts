import { useMemo } from 'react'
import { useTranslate } from 'react-admin'
import type { Moment } from '../../chart/model.ts'
import type { HistoryPanelState } from '../panel/usePanel.ts'

/**
 * Returns the marks above the curve: operations and calibrations, and in a view by days also the alarms, whose bands
 * would be too thin to see.
 */
export function useMoments(
  { bands, calibrations, operations }: Pick<HistoryPanelState, 'bands' | 'calibrations' | 'operations'>,
  isDaily: boolean,
): readonly Moment[] {
  const translate = useTranslate()
  return useMemo(() => {
    const alarms = isDaily
      ? bands.map(
          ({ from, label, level }): Moment => ({
            at: from,
            kind: 'alarm',
            color: level ? `--l${level}` : '--alarm',
            label,
          }),
        )
      : []
    return [
      ...operations,
      ...alarms,
      ...calibrations.map(
        ({ at, name }): Moment => ({
          at,
          kind: 'calibration',
          color: '--text2',
          label: translate('history.byDay.calibration', { reason: name }),
        }),
      ),
    ]
  }, [bands, calibrations, operations, isDaily, translate])
}
