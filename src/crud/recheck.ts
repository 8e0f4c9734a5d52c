import type { UseFormReturn } from 'react-hook-form'
import type { Resource } from '../../resources/kit/define.ts'
import type { Values } from '../../resources/kit/validate.ts'

/** Looks again at fields measured against one that was changed (`above`), where they already show a problem. */
export function recheck(form: UseFormReturn<Values>, resource: Resource, changed: string): void {
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field.type === 'decimal' && field.above === changed && form.getFieldState(name).error) void form.trigger(name)
  }
}
