import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useNotify, useTranslate } from 'ra-core'
import { useMemo, useState } from 'react'
import type { ComparedItem } from '../../../dataProvider/history.ts'
import { AreaSelect } from '../../ui/areaTree/AreaSelect.tsx'
import { areasBelow, type AreaNode } from '../../ui/areaTree/tree.ts'
import { Combo } from '../../ui/index.ts'
import { MOST_ITEMS } from './compareParams.ts'
import { nodesQuery, useDeviceNames } from './useItems.ts'

interface ItemPickerProps {
  areas: AreaNode[]
  /** The platform is known to have no areas. */
  none?: boolean
  /** They are being asked for. */
  waiting?: boolean
  count: number
  onAdd: (item: ComparedItem) => void
}

/** Area, then device, then node, then add (spec 1 §2.9). The device stays chosen, so that its other nodes follow quickly. */
export function ItemPicker({ areas, none = false, waiting = false, count, onAdd }: ItemPickerProps) {
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
  const add = () => {
    if (area === null || device === null || nodemap === null) return notify('compare.choose', { type: 'warning' })
    if (count >= MOST_ITEMS) return notify('compare.most', { type: 'warning', messageArgs: { count: MOST_ITEMS } })
    onAdd({ device, nodemap })
    setNodemap(null)
  }
  return (
    <div className="compare-picker">
      <AreaSelect
        label={translate('compare.area')}
        areas={areas}
        none={none}
        waiting={waiting}
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
        value={device}
        disabled={area === null}
        onChange={(id) => {
          setDevice(id)
          setNodemap(null)
        }}
      />
      <Combo label={translate('compare.node')} options={nodes.data?.map(({ id, alias, unitname }) => ({ id, name: alias, hint: unitname }))} value={nodemap} disabled={device === null} onChange={setNodemap} />
      <button type="button" className="ui-button" onClick={add}>
        <Plus size={14} aria-hidden />
        {translate('compare.add')}
      </button>
    </div>
  )
}
