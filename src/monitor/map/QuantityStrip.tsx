import { clsx } from 'clsx'
import { useTranslate } from 'react-admin'
import type { Quantity } from '../../environment/quantity.ts'
import { Segment } from '../../kit/index.ts'
import mapCss from '../../map/map.module.css'
import css from './mapTools.module.css'

interface QuantityStripProps {
  quantities: readonly Quantity[]
  value: Quantity | 'state'
  onChange: (value: Quantity | 'state') => void
}

/**
 * Selects what the marks show: a quantity that some station measures, or the state of devices, which is always
 * available. Scrolls sideways if it does not fit.
 */
export function QuantityStrip({ quantities, value, onChange }: QuantityStripProps) {
  const translate = useTranslate()
  return (
    <div className={clsx(mapCss.box, css.strip)}>
      <Segment
        label={translate('map.quantity.label')}
        value={value}
        onChange={onChange}
        options={[...quantities, 'state' as const].map((name) => ({
          value: name,
          label: translate(`map.quantity.${name}`),
        }))}
      />
    </div>
  )
}
