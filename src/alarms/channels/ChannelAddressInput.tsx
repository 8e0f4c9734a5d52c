import { Button } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import { useFormContext, useWatch } from 'react-hook-form'
import { testChannel } from '../../../dataProvider/calls/alarmChannels.ts'
import { WireError } from '../../../dataProvider/http.ts'
import { integer } from '../../../dataProvider/normalise.ts'
import type { Values } from '../../../resources/kit/validate.ts'
import { TextBox } from '../../admin/fields/controls/basicInputs.tsx'
import type { ControlProps } from '../../admin/fields/controls/control.ts'
import { useFormInfo } from '../../admin/fields/formContext.ts'
import { TestOutcome } from './TestOutcome.tsx'
import { useLateWords } from '../../kit/hooks/useLateWords.ts'
import css from './channels.module.css'

/** What a test message depends on. */
const TESTED = ['project_id', 'kind', 'url', 'secret', 'language'] as const

/** The address of a channel, and a test of it before the form is saved. */
export function ChannelAddressInput(control: ControlProps) {
  const translate = useLateWords('channels')
  const { record } = useFormInfo()
  const { control: form, setError, trigger } = useFormContext<Values>()
  const values = useWatch({ control: form, name: TESTED })
  const test = useMutation({
    mutationFn: (tested: readonly unknown[]) =>
      testChannel(
        record && (integer(record['id']) ?? null),
        Object.fromEntries(TESTED.map((name, at) => [name, tested[at] ?? ''])),
      ),
    onError: (failure) => {
      const problems = problemsOf(failure)
      for (const name of TESTED) if (problems[name]) setError(name, { type: 'server', message: problems[name] })
    },
  })
  const begin = async () => {
    test.reset()
    if (await trigger(TESTED, { shouldFocus: true })) test.mutate(values)
  }
  // What became of an address that stands here no more says nothing of this one; what is said at a field is said.
  const isOfThese = test.variables?.every((value, at) => value === values[at]) === true
  const isSaid = Object.keys(problemsOf(test.error)).length > 0
  return (
    <>
      <div className={css.tested}>
        <TextBox control={control} secret />
        <Button loading={test.isPending} onClick={() => void begin()}>
          {translate('channels.send')}
        </Button>
      </div>
      {isOfThese && !isSaid && <TestOutcome test={test} />}
    </>
  )
}

/** Problems by field. */
const problemsOf = (failure: unknown): Readonly<Record<string, string>> =>
  failure instanceof WireError ? (failure.body.errors ?? {}) : {}
