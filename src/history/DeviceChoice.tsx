import { useVirtualizer } from '@tanstack/react-virtual'
import { clsx } from 'clsx'
import { Info, Search } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useMemo, useRef, useState } from 'react'
import { foldText, containsFolded } from '../../resources/kit/fold.ts'
import type { DeviceName } from '../../dataProvider/normalise.ts'
import { InlineError, Skeleton } from '../kit/index.ts'
import textCss from '../kit/text.module.css'
import controlsCss from '../kit/controls.module.css'
import { MAX_DEVICES } from './historyParams.ts'
import css from './history.module.css'

interface DeviceChoiceProps {
  devices: readonly DeviceName[] | undefined
  error: unknown
  onRetry: () => void
  products: ReadonlyMap<number, string>
  chosen: readonly number[]
  /** The current choice is the page's own suggestion: choosing a device of another model replaces it. */
  suggested: boolean
  onChange: (devices: number[]) => void
}

const ROW = 44

/**
 * The devices of the area, with multiple selection. The first choice determines the product model; devices of other
 * models are disabled (spec 1 §5).
 */
export function DeviceChoice({ devices, error, onRetry, products, chosen, suggested, onChange }: DeviceChoiceProps) {
  const translate = useTranslate()
  const [search, setSearch] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const found = useMemo(() => {
    const words = foldText(search.trim())
    return (devices ?? []).filter(({ name }) => containsFolded(name, words))
  }, [devices, search])
  const rows = useVirtualizer({
    count: found.length,
    getScrollElement: () => list.current,
    estimateSize: () => ROW,
    overscan: 8,
  })
  const first = devices?.find(({ id }) => id === chosen[0])
  const full = chosen.length >= MAX_DEVICES
  const toggle = (id: number, other: boolean) =>
    onChange(other ? [id] : chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id])
  return (
    <div className={css.devices}>
      <p className={css.devicesHead}>
        <b>{translate('history.devices')}</b>
        <span role="status">{translate('history.chosen', { count: chosen.length })}</span>
      </p>
      <label className={css.search}>
        <Search size={14} aria-hidden />
        <input
          type="search"
          className={clsx(controlsCss.input, css.searchInput)}
          value={search}
          placeholder={translate('history.findDevice')}
          aria-label={translate('history.findDevice')}
          onChange={(event) => setSearch(event.target.value)}
        />
      </label>
      {error !== null && error !== undefined && devices === undefined && (
        <InlineError error={error} onRetry={onRetry} />
      )}
      {devices === undefined && !error && (
        <div className={css.devicesWait}>
          {WIDTHS.map((width) => (
            <Skeleton key={width} width={width} height={16} />
          ))}
        </div>
      )}
      <div ref={list} className={css.devicesList} role="group" aria-label={translate('history.devices')}>
        <div className={css.devicesSpace} style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, start }) => {
            const device = found[index]
            if (!device) return null
            const checked = chosen.includes(device.id)
            const other = first !== undefined && device.devicetype_id !== first.devicetype_id
            return (
              <label
                key={device.id}
                className={css.device}
                data-checked={checked || undefined}
                data-disabled={(other && !suggested) || undefined}
                style={{ transform: `translateY(${start}px)` }}
              >
                <input
                  type="checkbox"
                  className={controlsCss.check}
                  checked={checked}
                  disabled={!checked && ((other && !suggested) || full)}
                  onChange={() => toggle(device.id, other)}
                />
                <span className={textCss.ellipsis} title={device.name}>
                  {device.name}
                  <small>{device.devicetype_id === null ? '' : (products.get(device.devicetype_id) ?? '')}</small>
                </span>
              </label>
            )
          })}
        </div>
        {devices !== undefined && found.length === 0 && (
          <p className={css.none} role="status">
            {translate(devices.length === 0 ? 'history.noDevices' : 'ui.nothing')}
          </p>
        )}
      </div>
      <p className={css.why}>
        <Info size={14} aria-hidden />
        {full ? translate('history.most', { count: MAX_DEVICES }) : translate('history.oneModel')}
      </p>
    </div>
  )
}

const WIDTHS = ['78%', '64%', '72%', '58%', '68%']
