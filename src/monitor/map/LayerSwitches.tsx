import { Tooltip } from '@mui/material'
import { clsx } from 'clsx'
import { History, TriangleAlert } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { Suspense, type ReactNode } from 'react'
import { useLateWords } from '../../kit/hooks/useLateWords.ts'
import controlsCss from '../../kit/controls.module.css'
import mapCss from '../../map/map.module.css'
import type { Lasted } from '../../live/useLasted.ts'
import type { MapLayer } from './mapParams.ts'
import css from './mapTools.module.css'

export interface LayerState {
  layer: MapLayer
  on: boolean
  /** Why the layer is not available now; it stays selected. */
  missing: string | null
  /** Retries a failed layer; null if it did not fail. */
  onRetry: (() => void) | null
}

interface LayerSwitchesProps {
  layers: readonly LayerState[]
  onLayer: (layer: MapLayer, on: boolean) => void
  alarmsOnly: boolean
  onAlarmsOnly: (on: boolean) => void
  /** The alarms of a past moment, which may be unknown; null: the map shows the present. */
  lasted: Pick<Lasted, 'episodes' | 'isPending' | 'error'> | null
  /** Whether the time bar is open; null: there is none. */
  bar: boolean | null
  onBar: (open: boolean) => void
}

/**
 * Switches for the layers between ground and marks, for "alarms only", and for the time bar. A layer that failed is
 * explained beside its switch.
 */
export function LayerSwitches(props: LayerSwitchesProps) {
  const { layers, onLayer, alarmsOnly, onAlarmsOnly, lasted, bar, onBar } = props
  const translate = useTranslate()
  return (
    <div className={clsx(mapCss.box, css.layers)} role="group" aria-label={translate('map.layers.label')}>
      {layers.map(({ layer, on, missing, onRetry }) => (
        <span key={layer} className={css.layer}>
          <LayerSwitch
            label={translate(`map.layers.${layer}`)}
            title={missing}
            on={on}
            disabled={missing !== null}
            onChange={(next) => onLayer(layer, next)}
          />
          {onRetry && on && (
            <Tooltip describeChild title={translate('map.layers.failed')}>
              <button type="button" className={css.failed} onClick={onRetry}>
                <TriangleAlert size={14} strokeWidth={1.9} aria-hidden />
                {translate('shell.retry')}
              </button>
            </Tooltip>
          )}
        </span>
      ))}
      <LayerSwitch
        label={translate('map.alarmsOnly')}
        title={lasted?.episodes === null && <NoAlarms lasted={lasted} />}
        on={alarmsOnly}
        disabled={lasted?.episodes === null}
        onChange={onAlarmsOnly}
      />
      {bar !== null && (
        <Tooltip title={translate('map.time.open')}>
          <button
            type="button"
            className={css.barButton}
            aria-label={translate('map.time.open')}
            aria-pressed={bar}
            onClick={() => onBar(!bar)}
          >
            <History size={16} strokeWidth={1.75} aria-hidden />
          </button>
        </Tooltip>
      )}
    </div>
  )
}

/** Explains why "alarms only" is not available for a past moment. */
const NoAlarms = (props: Pick<LayerSwitchesProps, 'lasted'>) => (
  <Suspense>
    <NoAlarmsWords {...props} />
  </Suspense>
)

function NoAlarmsWords({ lasted }: Pick<LayerSwitchesProps, 'lasted'>) {
  const say = useLateWords('moment')
  if (lasted?.isPending) return say('moment.alarmsWait')
  return say(lasted?.error ? 'moment.alarmsUnread' : 'moment.noAlarms')
}

interface LayerSwitchProps {
  label: string
  title: ReactNode
  on: boolean
  disabled?: boolean
  onChange: (on: boolean) => void
}

const LayerSwitch = ({ label, title, on, disabled = false, onChange }: LayerSwitchProps) => (
  <Tooltip describeChild title={title || ''}>
    <button
      type="button"
      role="switch"
      aria-checked={on && !disabled}
      aria-disabled={disabled || undefined}
      className={css.switch}
      onClick={() => !disabled && onChange(!on)}
    >
      {label}
      <i className={controlsCss.switchTrack} aria-hidden="true" />
    </button>
  </Tooltip>
)
