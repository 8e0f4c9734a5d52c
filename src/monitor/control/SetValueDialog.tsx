import { Button } from '@mui/material'
import { useNotify, useTranslate } from 'react-admin'
import { useContext, useId, useState } from 'react'
import type { DeviceState, NodeState } from '../../../dataProvider/normalise.ts'
import { Dialog, EmptyState, InlineError } from '../../kit/index.ts'
import type { DeviceDialogProps } from '../dialogs/DeviceDialogs.tsx'
import { DisplayContext } from '../../live/display.ts'
import controlsCss from '../../kit/controls.module.css'
import { isSettable } from './nodeKinds.ts'
import { SetValueForm } from './SetValueForm.tsx'

/** Sets a value from a device's menu (spec 1 §2.7): its first node that takes one, or another of them. */
export default function SetDialog({ device, onClose }: DeviceDialogProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const { mayControl = false } = useContext(DisplayContext)
  const nodes = device.nodes.filter(isSettable)
  if (mayControl && !device.disabled && nodes.length > 0)
    return (
      <SetValueDialog
        device={device}
        nodes={nodes}
        onClose={(accepted) => {
          onClose()
          if (accepted) notify('deviceDialogs.set.success', { type: 'success' })
        }}
      />
    )
  return (
    <Dialog title={`${translate('deviceDialogs.name.set')} · ${device.name}`} width={440} onClose={onClose}>
      {nodes.length === 0 ? (
        <EmptyState title={translate('deviceDialogs.set.none')} />
      ) : (
        <InlineError
          tone="info"
          error={translate(mayControl ? 'deviceDialogs.set.disabled' : 'deviceDialogs.set.noRight')}
        />
      )}
    </Dialog>
  )
}

interface SetValueDialogProps {
  device: Pick<DeviceState, 'id' | 'name'>
  /** Those to choose from; the first is chosen. */
  nodes: readonly NodeState[]
  /** Told whether a value was taken. */
  onClose: (accepted: boolean) => void
}

/** Gives a node a value, in one step: what stands in the dialog is what will be sent, beside what it replaces and who set that. */
export function SetValueDialog({ device, nodes, onClose }: SetValueDialogProps) {
  const translate = useTranslate()
  const id = useId()
  const [chosen, choose] = useState(nodes[0]?.id)
  const [pending, setPending] = useState(false)
  const node = nodes.find((one) => one.id === chosen) ?? nodes[0]
  if (node === undefined) return null
  return (
    <Dialog
      width={440}
      title={translate('deviceDialogs.set.title', { node: node.alias })}
      onClose={() => onClose(false)}
      footer={
        <>
          <Button disabled={pending} onClick={() => onClose(false)}>
            {translate('ra.action.cancel')}
          </Button>
          <Button
            type="submit"
            form={`${id}-form`}
            variant="contained"
            color="primary"
            aria-busy={pending}
            disabled={pending}
          >
            {translate('deviceDialogs.set.confirm')}
          </Button>
        </>
      }
    >
      {nodes.length > 1 && (
        <div className={controlsCss.field}>
          <label htmlFor={`${id}-node`}>{translate('control.node')}</label>
          <select
            id={`${id}-node`}
            className={controlsCss.input}
            value={node.id}
            disabled={pending}
            onChange={({ target }) => choose(Number(target.value))}
          >
            {nodes.map((one) => (
              <option key={one.id} value={one.id}>
                {one.alias}
              </option>
            ))}
          </select>
        </div>
      )}
      <SetValueForm
        key={node.id}
        id={`${id}-form`}
        device={device}
        node={node}
        onPending={setPending}
        onAccepted={() => onClose(true)}
      />
    </Dialog>
  )
}
