import { Button } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import { useNotify, useTranslate } from 'react-admin'
import { sendAgain } from '../../dataProvider/alarms.ts'
import { messageOf } from '../kit/index.ts'

interface SendAgainProps {
  /** Id of the message in the send log. */
  id: number
  /** Name that tells this message's button from those of other messages. */
  name: string
  /**
   * Called once the request is over, also after a failure: the message's state may have changed, or another user may
   * have sent it again first.
   */
  onAsked: () => unknown
}

/** Button that sends a message again after the platform gave up on it. */
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
