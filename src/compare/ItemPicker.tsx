import { Button, Tooltip } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useNotify, useTranslate } from 'react-admin'
import { useMemo, useState } from 'react'
import type { ComparedItem } from '../../dataProvider/calls/history.ts'
import { AreaSelect } from '../kit/areaTree/AreaSelect.tsx'
import { areasBelow, type AreaNode } from '../kit/areaTree/tree.ts'
import { Combo } from '../kit/layers/Combo.tsx'
import { keyOf, MAX_ITEMS } from './compareParams.ts'
import { nodesQuery } from './useItems.ts'
import { useDeviceNames } from '../live/useLiveNames.ts'
import css from './compare.module.css'

interface ItemPickerProps {
  areas: AreaNode[]
  /** The platform is known to have no areas. */
  none?: boolean
  /** The areas are loading. */
  waiting?: boolean
  /** Why the areas could not be loaded. */
  error?: unknown
  onRetry?: () => void
  /** The items chosen already. */
  items: readonly ComparedItem[]
  onAdd: (item: ComparedItem) => void
}

/**
 * Choose area, device and node, then add (spec 1 §2.9). The device stays chosen, so that more of its nodes can be added
 * quickly.
 */
export function ItemPicker({
  areas,
  none = false,
  waiting = false,
  error = null,
  onRetry,
  items,
  onAdd,
}: ItemPickerProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const [area, setArea] = useState<number | null>(null)
  const [device, setDevice] = useState<number | null>(null)
  const [nodemap, setNodemap] = useState<number | null>(null)
  const devices = useDeviceNames()
  const type = devices.data?.find(({ id }) => id === device)?.devicetype_id ?? null
  const nodes = useQuery(nodesQuery(type))
  const here = useMemo(() => {
    const below = area === null ? null : areasBelow(areas, area)
    return devices.data?.filter(({ district_id }) => below !== null && district_id !== null && below.has(district_id))
  }, [devices.data, areas, area])
  const item = area === null || device === null || nodemap === null ? null : { device, nodemap }
  const why =
    item === null
      ? 'compare.choose'
      : items.some((other) => keyOf(other) === keyOf(item))
        ? 'compare.twice'
        : items.length >= MAX_ITEMS
          ? 'compare.most'
          : null
  const add = () => {
    // Touch users see no tooltip: a notification says what is missing.
    if (why !== null) return notify(why, { type: 'warning', messageArgs: { count: MAX_ITEMS } })
    if (item !== null) onAdd(item)
    setNodemap(null)
  }
  return (
    <div className={css.picker} data-part="picker">
      <AreaSelect
        label={translate('compare.area')}
        areas={areas}
        none={none}
        waiting={waiting}
        error={error}
        onRetry={onRetry}
        value={area}
        onChange={(id) => {
          setArea(id)
          setDevice(null)
          setNodemap(null)
        }}
      />
      <Combo
        label={translate('compare.device')}
        options={here}
        error={devices.error}
        onRetry={() => void devices.refetch()}
        value={device}
        disabled={area === null}
        onChange={(id) => {
          setDevice(id)
          setNodemap(null)
        }}
      />
      <Combo
        label={translate('compare.node')}
        options={nodes.data?.map(({ id, alias, unitname }) => ({ id, name: alias, hint: unitname }))}
        error={nodes.error}
        onRetry={() => void nodes.refetch()}
        value={nodemap}
        disabled={device === null}
        onChange={setNodemap}
      />
      <Tooltip describeChild title={why === null ? '' : translate(why, { count: MAX_ITEMS })}>
        <Button size="small" className={css.pickerButton} data-part="button" aria-disabled={why !== null} onClick={add}>
          <Plus size={14} aria-hidden />
          {translate('compare.add')}
        </Button>
      </Tooltip>
    </div>
  )
}
