import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { useContext } from 'react'
import { loadCapabilities } from '../../../authProvider/capabilities.ts'
import { lastCommand } from '../../../dataProvider/calls/control.ts'
import type { NodeState } from '../../../dataProvider/normalise.ts'
import { CONTROL } from '../../../resources/control.ts'
import { commandWords, outcomeWords } from '../../live/commandWords.ts'
import { DisplayContext } from '../../live/display.ts'
import css from '../list/actions.module.css'
import { lastCommandKey } from './lastCommandKey.ts'

/**
 * Shows the last command to a node: when, by whom, from which value to which, and its outcome; "—" if the platform does
 * not report it.
 */
export function LastCommand({ device, node }: { device: number; node: NodeState }) {
  const translate = useTranslate()
  const { zone } = useContext(DisplayContext)
  const { data, isPending } = useQuery({
    queryKey: lastCommandKey(device, node.id),
    queryFn: async ({ signal }) =>
      (await loadCapabilities()).extensions.has(CONTROL)
        ? { command: await lastCommand(device, node.id, signal) }
        : null,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  if (isPending) return '…'
  // The platform lacks the call, or the call failed: nothing is claimed.
  if (!data) return '—'
  const { command } = data
  if (command === null) return translate('control.never')
  return (
    <>
      {commandWords(command, node, zone, translate)}
      <small className={css.controlOutcome}>{outcomeWords(command, node, translate)}</small>
    </>
  )
}
