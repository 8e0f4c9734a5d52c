import { useTranslate } from 'react-admin'
import { ToggleChip } from '../../kit/buttons.tsx'
import type { OverlayState } from './useOverlay.ts'
import css from './month.module.css'

interface OverlayChoiceProps {
  over: Pick<OverlayState, 'overlay' | 'overlays' | 'setOverlay' | 'isOverlayEmpty'>
}

/** Chooses the earlier period that is drawn over the curve, dashed; pressing the choice again removes it. */
export function OverlayChoice({ over: { overlay, overlays, setOverlay, isOverlayEmpty } }: OverlayChoiceProps) {
  const translate = useTranslate()
  const nameOf = (one: string): string => translate(`history.byDay.overlays.${one}`)
  return (
    <span className={css.over} role="group" aria-label={translate('history.byDay.overlay')}>
      <span aria-hidden>{translate('history.byDay.overlay')}</span>
      {overlays.map((one) => (
        <ToggleChip key={one} on={overlay === one} onClick={() => setOverlay(overlay === one ? null : one)}>
          {nameOf(one)}
        </ToggleChip>
      ))}
      {overlay !== null && isOverlayEmpty && (
        <em role="status">{translate('history.byDay.noOverlay', { name: nameOf(overlay) })}</em>
      )}
    </span>
  )
}
