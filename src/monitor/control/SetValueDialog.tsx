import { Button } from '@mui/material'
import { useNotify, useTranslate } from 'react-admin'
import { useContext, useId, useState } from 'react'
import type { DeviceState, NodeState } from '../../../dataProvider/normalise.ts'
import { Dialog, EmptyState, InlineError } from '../../kit/index.ts'
import type { DeviceDialogProps } from '../dialogs/DeviceDialogs.tsx'
import { DisplayContext } from '../../live/display.ts'
import controlsCss from '../../kit/controls.module.css'
import { isSettable } from '../../../resources/kit/reading.ts'
import { SetValueForm } from './SetValueForm.tsx'
import { useReadBack } from './useReadBack.ts'

/** Sets a value from a device's menu (spec 1 §2.7): offers the device's writable nodes, the first preselected. */
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
  /** The nodes to choose from; the first is preselected. */
  nodes: readonly NodeState[]
  /** `accepted`: whether the platform accepted a value. */
  onClose: (accepted: boolean) => void
}

/**
 * Sets a node's value in one step: shows the new value beside the current one and who set that. Where the platform
 * reports it, the dialog stays open until the device has confirmed the value or failed to; the input is kept, so that
 * it can be sent again.
 */
export function SetValueDialog({ device, nodes, onClose }: SetValueDialogProps) {
  const [chosen, choose] = useState(nodes[0]?.id)
  const node = nodes.find((one) => one.id === chosen) ?? nodes[0]
  if (node === undefined) return null
  return <OneNode key={node.id} device={device} node={node} nodes={nodes} onChoose={choose} onClose={onClose} />
}

function OneNode({
  device,
  node,
  nodes,
  onChoose,
  onClose,
}: SetValueDialogProps & { node: NodeState; onChoose: (id: number) => void }) {
  const translate = useTranslate()
  const id = useId()
  const [pending, setPending] = useState(false)
  const { told, follow, followed } = useReadBack(device.id, node.id)
  const busy = pending || followed?.waiting === true
  return (
    <Dialog
      width={440}
      title={translate('deviceDialogs.set.title', { node: node.alias })}
      onClose={() => onClose(false)}
      footer={
        <>
          <Button disabled={pending} onClick={() => onClose(false)}>
            {translate(followed ? 'shell.close' : 'ra.action.cancel')}
          </Button>
          <Button
            type="submit"
            form={`${id}-form`}
            variant={followed ? 'outlined' : 'contained'}
            color={followed ? 'inherit' : 'primary'}
            aria-busy={busy}
            disabled={busy}
          >
            {translate(followed ? 'control.again' : 'deviceDialogs.set.confirm')}
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
            disabled={busy}
            onChange={({ target }) => onChoose(Number(target.value))}
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
        id={`${id}-form`}
        device={device}
        node={node}
        followed={followed}
        onPending={setPending}
        onAccepted={(value) => (told ? follow(value) : onClose(true))}
      />
    </Dialog>
  )
}
