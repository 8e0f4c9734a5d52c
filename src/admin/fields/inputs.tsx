import type { ComponentType } from 'react'
import type { FieldType } from '../../../resources/kit/define.ts'
import { DecimalInput, FlagInput, IntInput, JsonInput, LongTextInput, TextInput } from './basicInputs.tsx'
import type { ControlProps } from './control.ts'
import { DateInput, TimeInput } from './dayInputs.tsx'
import { PointInput, PolygonInput } from './geoInputs.tsx'
import { ImageInput } from './ImageInput.tsx'
import { RefInput } from './RefInput.tsx'
import { ChoiceInput, DictInput } from './selectInputs.tsx'

/** The input of every field type. A type without one does not compile. */
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
