import { Button } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import { useNotify, useTranslate } from 'react-admin'
import { sendAgain } from '../../dataProvider/alarms.ts'
import { messageOf } from '../kit/index.ts'

interface SendAgainProps {
  /** The message's, in the send log. */
  id: number
  /** What tells it from the others. */
  name: string
  /** Called once it was asked for, also where that failed: it stands otherwise by now, or somebody was faster. */
  onAsked: () => unknown
}

/** Has a message sent again that was given up. */
export function SendAgain({ id, name, onAsked }: SendAgainProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const { mutate, isPending } = useMutation({
    mutationFn: () => sendAgain(id),
    onSuccess: () => notify('alarms.sentAgain', { type: 'info' }),
    onError: (failure) => notify(messageOf(failure, translate), { type: 'error' }),
    onSettled: () => void onAsked(),
  })
  const label = translate('alarms.again')
  return (
    <Button size="small" loading={isPending} aria-label={`${label} ${name}`} onClick={() => mutate()}>
      {label}
    </Button>
  )
}
