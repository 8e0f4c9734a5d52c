import { useMutation } from '@tanstack/react-query'
import { useFormContext, useWatch } from 'react-hook-form'
import { testChannel } from '../../../dataProvider/calls/alarmChannels.ts'
import { WireError } from '../../../dataProvider/http.ts'
import { integer } from '../../../dataProvider/normalise.ts'
import type { Values } from '../../../resources/kit/validate.ts'
import { useFormInfo } from '../../admin/fields/formContext.ts'

/** Fields that a test message depends on. */
const TESTED = ['project_id', 'kind', 'url', 'secret', 'language'] as const

/**
 * Tests a channel as its form is filled in, before it is saved. `isTold`: the result belongs to the form's current
 * values and is to be shown.
 */
export function useChannelTest() {
  const { record } = useFormInfo()
  const { control, setError, trigger } = useFormContext<Values>()
  const values = useWatch({ control, name: TESTED })
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
  // A result for other values of the form does not apply to the current ones; problems that are shown at a field are
  // not repeated.
  const isOfThese = test.variables?.every((value, at) => value === values[at]) === true
  const isSaid = Object.keys(problemsOf(test.error)).length > 0
  return { test, begin, isTold: isOfThese && !isSaid }
}

/** Problems by field. */
const problemsOf = (failure: unknown): Readonly<Record<string, string>> =>
  failure instanceof WireError ? (failure.body.errors ?? {}) : {}
