import { Autocomplete, Button, TextField } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import { useDataProvider, useDebouncedEvent, useGetList, useNotify, useTranslate } from 'react-admin'
import { useState } from 'react'
import type { Row } from '../../../../dataProvider/rows.ts'
import { rowsById, useNames } from '../../../admin/fields/names.ts'
import { useSaved } from '../../../admin/useSaved.ts'
import { useMeasures, type NodeMeasures } from '../../../environment/useJudge.ts'
import { Dialog, InlineError, useExtensions } from '../../../kit/index.ts'
import { addDevices, fitsGroup, groupOf, type Addition, type DeviceGroup } from './addDevices.ts'
import css from './bulk.module.css'

const RULES = 'alarmConfig/threshold'
/** Number of rules offered at once; a longer list is narrowed by searching. */
const OFFERED = 100
/** Debounce of the search, ms. */
const DEBOUNCE_MS = 300

interface SetRuleDialogProps {
  devices: readonly Row[]
  may: { edit: boolean; create: boolean }
  onCreate: () => void
  onClose: () => void
  onSaved: () => void
}

/** Chooses the rule that the devices get, and shows before saving what it changes. */
export function SetRuleDialog({ devices, may, onCreate, onClose, onSaved }: SetRuleDialogProps) {
  const translate = useTranslate()
  const all = groupOf(devices)
  const anyModel = useExtensions()?.has('alarm-pollutant') === true
  const group = all?.model === null && !anyModel ? null : all
  // A new rule has a device list, whose devices are of one model.
  const creates = may.create && group !== null && group.model !== null
  const [chosen, choose] = useState<Row | null>(null)
  const { data: areas = NONE } = useNames('manage/area')
  const { nodesOf } = useMeasures()
  const addition = chosen && addDevices(chosen, devices, areas, nodesOf)
  const { mutate, error, isPending } = useSetRule(chosen, devices, { areas, nodesOf }, onSaved)
  const changes = addition !== null && addition.added.length > 0
  return (
    <Dialog
      width={520}
      title={translate('alarmConfig.forDevices.title', { smart_count: devices.length })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{translate('crud.cancel')}</Button>
          {creates && (
            <Button variant="outlined" disabled={isPending} onClick={onCreate}>
              {translate('alarmConfig.forDevices.create')}
            </Button>
          )}
          {group && may.edit && (
            <Button
              variant="contained"
              color="primary"
              aria-busy={isPending}
              disabled={isPending || !changes}
              onClick={() => mutate()}
            >
              {translate('alarmConfig.forDevices.save')}
            </Button>
          )}
        </>
      }
    >
      {group === null ? (
        <InlineError tone="info" error={translate(`alarmConfig.forDevices.${anyModel ? 'projects' : 'mixed'}`)} />
      ) : (
        <div className={css.set}>
          {error && <InlineError error={error} />}
          {may.edit && <RulePicker group={group} value={chosen} onChange={choose} />}
          {addition && <Change addition={addition} scoped={'scope' in addition.changes} />}
          {creates && <p className={css.hint}>{translate('alarmConfig.forDevices.hint')}</p>}
          {group.model === null && <p className={css.hint}>{translate('alarmConfig.forDevices.several')}</p>}
        </div>
      )}
    </Dialog>
  )
}

const NONE: readonly Row[] = []

/**
 * Returns a mutation that applies the change to the rule's current state, which may have other devices than when it was
 * listed.
 */
function useSetRule(
  rule: Row | null,
  devices: readonly Row[],
  { areas, nodesOf }: { areas: readonly Row[] } & Pick<NodeMeasures, 'nodesOf'>,
  onSaved: () => void,
) {
  const dataProvider = useDataProvider()
  const notify = useNotify()
  const saved = useSaved()
  return useMutation({
    mutationFn: async () => {
      if (!rule) return 0
      const { data } = await dataProvider.getOne<Row>(RULES, { id: rule.id })
      const { changes, added } = addDevices(data, devices, areas, nodesOf)
      if (added.length > 0)
        await dataProvider.update<Row>(RULES, { id: rule.id, data: { ...data, ...changes }, previousData: data })
      return added.length
    },
    onSuccess: (count) => {
      notify('alarmConfig.forDevices.saved', { type: 'success', messageArgs: { smart_count: count } })
      onSaved()
    },
    onSettled: () => void saved(RULES),
  })
}

interface RulePickerProps {
  group: DeviceGroup
  value: Row | null
  onChange: (rule: Row | null) => void
}

/** Chooses among the rules of the devices' project that may watch the devices. */
function RulePicker({ group, value, onChange }: RulePickerProps) {
  const translate = useTranslate()
  const [q, search] = useState('')
  const searchLater = useDebouncedEvent((text: string) => search(text), DEBOUNCE_MS)
  const { data: devices = NONE } = useNames('manage/device')
  const { data, isPending, error, refetch } = useGetList<Row>(RULES, {
    filter: { q, pro_id: group.project },
    pagination: { page: 1, perPage: OFFERED },
    sort: { field: 'name', order: 'ASC' },
  })
  const names = rowsById(devices)
  const fits = (data ?? []).filter((rule) => fitsGroup(rule, group, names))
  if (error) return <InlineError error={error} onRetry={() => void refetch()} />
  return (
    <Autocomplete
      size="small"
      options={fits}
      value={value}
      loading={isPending}
      loadingText={translate('ui.loading')}
      noOptionsText={translate('alarmConfig.forDevices.none')}
      filterOptions={(options) => options}
      getOptionLabel={(rule) => String(rule['name'] ?? `#${rule.id}`)}
      getOptionKey={(rule) => rule.id}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      onInputChange={(_event, text, reason) => reason === 'input' && searchLater(text)}
      onChange={(_event, rule) => onChange(rule)}
      renderInput={(props) => <TextField {...props} label={translate('alarmConfig.forDevices.rule')} />}
    />
  )
}

/** What saving changes, and what it leaves unchanged. */
function Change({ addition: { added, already, outside }, scoped }: { addition: Addition; scoped: boolean }) {
  const translate = useTranslate()
  const comma = translate('crud.comma')
  const named = outside.slice(0, NAMED).map((device) => String(device['name'] ?? `#${device.id}`))
  return (
    <div role="status" className={css.change}>
      {added.length > 0 && (
        <p>
          {translate(scoped ? 'alarmConfig.forDevices.unexcepted' : 'alarmConfig.forDevices.added', {
            smart_count: added.length,
          })}
        </p>
      )}
      {already.length > 0 && <p>{translate('alarmConfig.forDevices.already', { smart_count: already.length })}</p>}
      {outside.length > 0 && (
        <p data-outside>
          {translate('alarmConfig.forDevices.outside', { smart_count: outside.length })}
          {translate('alarmConfig.preview.colon')}
          {named.join(comma)}
          {outside.length > NAMED && ' …'}
        </p>
      )}
    </div>
  )
}

/** Number of devices that are named; the rest are counted. */
const NAMED = 5
