import { Button } from '@mui/material'
import { clsx } from 'clsx'
import { useEvent, useNotify, useTranslate } from 'react-admin'
import { useContext, useEffect, useState } from 'react'
import type { NodeState } from '../../../dataProvider/normalise.ts'
import { resultWords } from '../../live/commandWords.ts'
import { readNode } from '../../../resources/kit/reading.ts'
import { DeviceStoreContext } from '../../live/useDevice.ts'
import { messageOf } from '../../kit/index.ts'
import css from '../list/actions.module.css'
import controlsCss from '../../kit/controls.module.css'
import { AskDialog } from './AskDialog.tsx'
import { ReadBackLine } from './ReadBackLine.tsx'
import { useReadBack, type ReadBack } from './useReadBack.ts'
import { useSetNode } from './useSetNode.ts'

interface NodeSwitchProps {
  device: number
  node: NodeState
  disabled: boolean
  /** Shows the outcome below the switch: inside a dialog a toast would be covered. */
  inline?: boolean
  /** Renders a button labelled with the action, large enough for a thumb, for the page of one device. */
  asButton?: boolean
}

/**
 * Switches a node after a confirmation: shows the new position at once, with a spinner, until the platform accepts it
 * or it is reverted.
 */
export function NodeSwitch({ device, node, disabled, inline = false, asButton = false }: NodeSwitchProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const { told, follow, followed } = useReadBack(device, node.id)
  const { value, pending, accepted, awaitingReport, isLost, error, set } = useSetNode(device, node, { told, followed })
  const reading = readNode({ ...node, value })
  // An unknown value is neither on nor off: it is shown as a plain button with its thumb in the middle.
  const isKnown = value !== null
  const on = reading.kind === 'switch' ? reading.on : (value ?? 0) !== 0
  const words =
    reading.kind === 'text'
      ? reading.text
      : reading.kind === 'none'
        ? '—'
        : translate(on ? 'monitor.node.on' : 'monitor.node.off')
  const store = useContext(DeviceStoreContext)
  useEndNotice(inline ? null : followed, node)
  /** The raw value awaiting confirmation, 0 or 1, whatever the node's script displays. */
  const [confirming, setConfirming] = useState<0 | 1 | null>(null)
  const send = async (to: 0 | 1) => {
    setConfirming(null)
    const { accepted: sent, refused } = await set(to)
    if (sent && told) follow(to)
    if (inline) return
    // If the platform reports the device's answer, the notice follows when that is known.
    if (sent && !told) notify('deviceDialogs.set.success', { type: 'success' })
    else if (refused !== undefined) notify(messageOf(refused, translate), { type: 'error' })
  }
  const failed = error === null ? null : messageOf(error, translate)
  const title = awaitingReport
    ? translate('deviceDialogs.set.awaited')
    : isLost
      ? translate('control.unknown')
      : (failed ?? undefined)
  // After a command that the device never confirmed, the switch offers to send the same value again.
  const next = ((isLost ? node.value : value) ?? 0) !== 0 ? 0 : 1
  const ask = () => !pending && setConfirming(next)
  const turnWords = `${translate(next === 0 ? 'control.off' : 'control.on')}…`
  return (
    <span className={css.control}>
      <span className={css.controlWords}>{words}</span>
      {asButton ? (
        <Button
          variant="outlined"
          color="inherit"
          className={css.turn}
          aria-busy={pending}
          aria-label={`${turnWords} ${node.alias}`}
          disabled={disabled}
          title={title}
          onClick={ask}
        >
          {turnWords}
        </Button>
      ) : (
        <button
          type="button"
          role={isKnown ? 'switch' : undefined}
          className={css.switch}
          aria-checked={isKnown ? on : undefined}
          data-unknown={!isKnown || undefined}
          aria-busy={pending}
          aria-label={node.alias}
          disabled={disabled}
          title={title}
          onClick={ask}
        >
          <i className={controlsCss.switchTrack} />
        </button>
      )}
      {confirming !== null && (
        <AskDialog
          device={{ id: device, name: store.get(device)?.name ?? '—' }}
          node={{ ...node, value }}
          to={confirming}
          onClose={() => setConfirming(null)}
          onConfirm={() => void send(confirming)}
        />
      )}
      {inline && followed && <ReadBackLine node={node} followed={followed} />}
      {inline && accepted && !told && (
        <span className={css.said} role="status">
          {isLost
            ? translate('control.unknown')
            : [translate('deviceDialogs.set.success'), awaitingReport && translate('deviceDialogs.set.awaited')]
                .filter(Boolean)
                .join(' · ')}
        </span>
      )}
      {failed !== null && (
        <span className={clsx(css.said, inline ? css.saidFailed : css.saidHidden)} role={inline ? 'alert' : undefined}>
          {failed}
        </span>
      )}
    </span>
  )
}

/** Notifies once of the device's answer, for switches that have no room to show it. */
function useEndNotice(followed: ReadBack['followed'], node: NodeState): void {
  const translate = useTranslate()
  const notify = useNotify()
  const over = followed !== null && !followed.waiting
  const say = useEvent(() => {
    if (followed === null) return
    const { command, failed, superseded } = followed
    if (failed || superseded) return notify(failed ? 'control.unknown' : 'control.superseded', { type: 'warning' })
    const { result = null, reported = null } = command ?? {}
    const type = result === 'confirmed' ? 'success' : 'warning'
    notify(`${node.alias}: ${resultWords(result, reported, node, translate)}`, { type })
  })
  useEffect(() => {
    if (over) say()
  }, [over, say])
}
