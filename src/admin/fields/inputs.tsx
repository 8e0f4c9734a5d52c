import { useRefChoices } from './controls/useRefChoices.ts'
import { projectField } from './controls/refChoices.ts'
import { Picker } from './controls/Picker.tsx'
import { useFormInfo } from './formContext.ts'
import { useFormContext, useFormState } from 'react-hook-form'
import { type ComponentType, useEffect } from 'react'
import type { FieldType } from '../../../resources/kit/define.ts'
import { DecimalInput, FlagInput, IntInput, JsonInput, LongTextInput, TextInput } from './controls/basicInputs.tsx'
import type { ControlProps } from './controls/control.ts'
import { DateInput, TimeInput } from './controls/dayInputs.tsx'
import { PointInput, PolygonInput } from './controls/geoInputs.tsx'
import { ImageInput } from './controls/ImageInput.tsx'
import { ChoiceInput, DictInput } from './controls/selectInputs.tsx'

/** Input of each field type. A type without one does not compile. */
export const inputs: { [T in FieldType]: ComponentType<ControlProps<T>> } = {
  text: TextInput,
  longText: LongTextInput,
  int: IntInput,
  decimal: DecimalInput,
  flag: FlagInput,
  choice: ChoiceInput,
  dict: DictInput,
  ref: RefInput,
  point: PointInput,
  polygon: PolygonInput,
  image: ImageInput,
  json: JsonInput,
  date: DateInput,
  time: TimeInput,
}

/**
 * Input for a record of another resource, chosen from its name list; in a tree the lines are indented. Where the form
 * has a project, only that project's records are offered, and a chosen record of another project is removed when the
 * project changes.
 */
function RefInput(control: ControlProps<'ref'>) {
  const { choices, isPending, error, refetch } = useRefChoices(control)
  useOnlyChoice(control, choices.length === 1 ? choices[0]?.id : undefined)
  return <Picker control={control} choices={choices} loading={isPending} error={error} onRetry={refetch} />
}

/**
 * On a platform with a single project, a new record's form starts with that project, without becoming dirty: an
 * untouched form can be closed without a question.
 */
function useOnlyChoice({ name, field, value }: ControlProps<'ref'>, only: number | undefined): void {
  const { record, resource } = useFormInfo()
  const { resetField } = useFormContext()
  // Not before react-admin has set the form's initial values.
  const { isReady } = useFormState()
  const missing =
    record === null && field.required === true && name === projectField(resource) && Number(value) !== only
  useEffect(() => {
    if (isReady && missing && only !== undefined) resetField(name, { defaultValue: only })
  }, [isReady, missing, only, name, resetField])
}
