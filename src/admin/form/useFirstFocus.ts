import { useEffect, type RefObject } from 'react'

/**
 * Moves the focus to the first field of a form once it is `drawn`. Not on devices with touch input only: their keyboard
 * would cover the form.
 */
export function useFirstFocus(form: RefObject<HTMLElement | null>, drawn = true): void {
  useEffect(() => {
    if (!drawn || window.matchMedia('(hover: none)').matches) return
    form.current?.querySelector<HTMLElement>(FIELDS)?.focus()
  }, [form, drawn])
}

const FIELDS =
  ':is(input, textarea, select):not([disabled], [type="hidden"], [aria-hidden="true"], [tabindex="-1"]), [role="combobox"]:not([aria-disabled="true"])'
