import { Button } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { testChannel } from '../../../dataProvider/calls/alarmChannels.ts'
import { channel } from '../../../resources/channel.ts'
import { mayUse, parseIds } from '../../../resources/kit/access.ts'
import { titleOf } from '../../../resources/kit/named.ts'
import { readLimits } from '../../../resources/kit/rule.ts'
import { useFormInfo } from '../../admin/fields/formContext.ts'
import { rowsById, useNames } from '../../admin/fields/names.ts'
import { useLabel } from '../../admin/fields/useLabel.ts'
import { useExtensions } from '../../kit/hooks/useExtensions.ts'
import { useLateWords } from '../../kit/hooks/useLateWords.ts'
import { Dialog, EmptyState, InlineError, TextSkeleton } from '../../kit/index.ts'
import { TestOutcome } from '../channels/TestOutcome.tsx'
import css from './alarm.module.css'

/**
 * Opens the dialog that sends a test message by a channel of the rule in the form; nothing for callers who may not edit
 * channels, which the platform requires for a test.
 */
export function TestMessage() {
  const translate = useLateWords('channels')
  const { caller } = useFormInfo()
  const isOffered = useExtensions()?.has('alarm-channels') === true
  const [isOpen, setOpen] = useState(false)
  if (!isOffered || !mayUse(caller, channel, 'edit')) return null
  return (
    <>
      <Button startIcon={<Send size={14} aria-hidden />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {translate('channels.send')}
      </Button>
      {isOpen && <TestDialog onClose={() => setOpen(false)} />}
    </>
  )
}

/**
 * The channels that the rule names, each with the recipients of a test; a test goes to one channel only, at a press.
 */
function TestDialog({ onClose }: { onClose: () => void }) {
  const translate = useLateWords('channels')
  const late = useLateWords('ruleForm')
  const [ofRule, limits] = useWatch({ name: ['alarm_channel', 'limits'] }) as unknown[]
  const ids = [
    ...new Set([...parseIds(String(ofRule ?? '')), ...[...(readLimits(limits)?.tell.values() ?? [])].flat()]),
  ]
  const { data, error, refetch } = useNames(channel.path, ids.length > 0)
  return (
    <Dialog
      title={translate('channels.send')}
      width={520}
      onClose={onClose}
      footer={<Button onClick={onClose}>{translate('shell.close')}</Button>}
    >
      {ids.length === 0 ? (
        <EmptyState title={late('ruleForm.test.none')} hint={late('ruleForm.test.noneHint')} />
      ) : (
        <>
          <p className={css.hint}>{late('ruleForm.test.hint')}</p>
          {error ? (
            <InlineError error={error} onRetry={() => void refetch()} />
          ) : data === undefined ? (
            <TextSkeleton />
          ) : (
            <ul className={css.tests}>
              {ids.map((id) => {
                const row = rowsById(data).get(id)
                return (
                  <TestLine
                    key={id}
                    id={id}
                    name={row ? titleOf(channel, row) : `#${id}`}
                    kind={Number(row?.['kind'] ?? 0)}
                  />
                )
              })}
            </ul>
          )}
        </>
      )}
    </Dialog>
  )
}

interface TestLineProps {
  id: number
  name: string
  /** Kind, as the channel's field holds it; 0: unknown. */
  kind: number
}

/** One channel: who receives its messages, and the result of a test. */
function TestLine({ id, name, kind }: TestLineProps) {
  const pick = useLabel()
  const late = useLateWords('ruleForm')
  const translate = useLateWords('channels')
  const test = useMutation({ mutationFn: () => testChannel(id) })
  const label = channel.fields.kind.options.find(({ value }) => value === kind)?.label
  const send = translate('channels.send')
  return (
    <li>
      <div>
        <b>{name}</b>
        <p className={css.hint}>{label ? `${pick(label)} · ${late(`ruleForm.test.gets.${kind}`)}` : '—'}</p>
        <TestOutcome test={test} />
      </div>
      <Button aria-label={`${send} ${name}`} loading={test.isPending} onClick={() => test.mutate()}>
        {send}
      </Button>
    </li>
  )
}
