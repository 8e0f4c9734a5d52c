import { Button, DialogActions, DialogContent, IconButton, Tooltip } from '@mui/material'
import { clsx } from 'clsx'
import { MapPinned } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { Component, Suspense, useState, type ReactNode } from 'react'
import type { Pair } from '../../../../resources/kit/datum.ts'
import { outlineOf } from '../../../../resources/kit/places.ts'
import { Dialog, chunk, Skeleton } from '../../../kit/index.ts'
import { TextBox } from './basicInputs.tsx'
import { OutlineEditor } from '../../chunks.ts'
import { OUTLINE_EDITOR } from './InputSkeleton.tsx'
import type { ControlProps } from './control.ts'
import {
  pairOf,
  pointFromText,
  pointOf,
  pointToText,
  polygonFromText,
  polygonToText,
} from '../../../../resources/kit/types/geo.ts'
import { useOutlineAround } from './useOutlineAround.ts'
import css from '../fields.module.css'

const PointEditor = chunk(() => import('../../../map/PointEditor.tsx'))

/** Input for a place as "lng, lat", typed or chosen on a map; stored as JSON text {"maplng", "maplat"}. */
export function PointInput(control: ControlProps<'point'>) {
  const translate = useTranslate()
  const [open, setOpen] = useState(false)
  const { text, change } = useAsText(control, pointToText, pointFromText)
  return (
    <div className={clsx(css.pair, css.point)}>
      <TextBox control={{ ...control, value: text, onChange: change }} placeholder={translate('crud.pointHint')} mono />
      <Tooltip title={translate('map.point.choose')}>
        <span>
          <IconButton
            aria-label={`${control.label}: ${translate('map.point.choose')}`}
            aria-haspopup="dialog"
            disabled={control.disabled}
            onClick={() => setOpen(true)}
          >
            <MapPinned size={16} strokeWidth={1.75} aria-hidden />
          </IconButton>
        </span>
      </Tooltip>
      {open && (
        <PointDialog
          stored={textIn(control.value)}
          onPick={(point) => control.onChange(JSON.stringify({ maplng: point[0], maplat: point[1] }))}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}

function PointDialog({
  stored,
  onPick,
  onClose,
}: {
  stored: string
  onPick: (point: Pair) => void
  onClose: () => void
}) {
  const translate = useTranslate()
  const around = useOutlineAround('point')
  const [point, setPoint] = useState(() => pointOf(stored))
  const choose = () => {
    if (point) onPick(point)
    onClose()
  }
  return (
    <Dialog title={translate('map.point.title')} width={900} onClose={onClose} framed>
      <DialogContent className={css.map}>
        <MapFrame height={340}>
          <PointEditor point={point} onChange={setPoint} around={around} read={pairOf} />
        </MapFrame>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
        <Button variant="contained" color="primary" disabled={point === null} onClick={choose}>
          {translate('ra.action.confirm')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** Input for an outline, drawn on a map or typed, one "lng, lat" a line; stored as JSON text [[lng, lat], …]. */
export function PolygonInput(control: ControlProps<'polygon'>) {
  const translate = useTranslate()
  const around = useOutlineAround('polygon')
  const { text, change } = useAsText(control, polygonToText, polygonFromText)
  const draw = (points: readonly Pair[]) => control.onChange(points.length === 0 ? '' : JSON.stringify(points))
  return (
    <div className={css.map}>
      <MapFrame height={OUTLINE_EDITOR}>
        <OutlineEditor
          points={outlineOf(textIn(control.value))}
          onChange={draw}
          around={around}
          disabled={control.disabled}
        />
      </MapFrame>
      <TextBox
        control={{ ...control, value: text, onChange: change }}
        placeholder={translate('crud.polygonHint')}
        rows={3}
        mono
      />
    </div>
  )
}

/** Frame of a map that is loading; where it cannot be loaded, a message, and coordinates can still be typed. */
function MapFrame({ height, children }: { height: number | string; children: ReactNode }) {
  const translate = useTranslate()
  return (
    <MapBoundary fallback={<p role="alert">{translate('map.failed')}</p>}>
      <Suspense fallback={<Skeleton height={height} />}>{children}</Suspense>
    </MapBoundary>
  )
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')

/**
 * Shows a stored value as text in another format. Typed text stays as it was typed, valid or not, until the value
 * changes from outside, so that an unfinished line is not rewritten while the user types.
 */
function useAsText(
  control: ControlProps,
  show: (stored: string) => string,
  read: (typed: string) => string,
): { text: string; change: (value: unknown) => void } {
  const stored = textIn(control.value)
  const [typed, setTyped] = useState({ text: show(stored), stored })
  if (typed.stored !== stored) setTyped({ text: show(stored), stored })
  const change = (value: unknown) => {
    const text = String(value)
    setTyped({ text, stored: read(text) })
    control.onChange(read(text))
  }
  return { text: typed.stored === stored ? typed.text : show(stored), change }
}

interface MapBoundaryProps {
  /** Shown when the map's code could not be loaded or failed. */
  fallback: ReactNode
  children: ReactNode
}

/** Error boundary that keeps a failing map from removing the form around it: coordinates can still be typed. */
class MapBoundary extends Component<MapBoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
