import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { I18nContextProvider } from 'react-admin'
import polyglotI18nProvider from 'ra-i18n-polyglot'
import { useState, type ReactNode } from 'react'
import { loadMessages } from '../../i18n/index.ts'
import type { Language } from '../../i18n/types.ts'

/**
 * Renders one input on a page of its own, in a language, with a button after it. Returns the user and the values
 * chosen, in order.
 */
export async function openInput<T>(
  language: Language,
  first: T,
  draw: (value: T, onChange: (next: T) => void) => ReactNode,
): Promise<{ user: ReturnType<typeof userEvent.setup>; chosen: T[] }> {
  const messages = await loadMessages(language)
  const chosen: T[] = []
  function Page() {
    const [value, setValue] = useState(first)
    const change = (next: T) => {
      chosen.push(next)
      setValue(() => next)
    }
    return (
      <>
        {draw(value, change)}
        <button type="button">next</button>
      </>
    )
  }
  render(
    <I18nContextProvider value={polyglotI18nProvider(() => messages, language)}>
      <Page />
    </I18nContextProvider>,
  )
  return { user: userEvent.setup(), chosen }
}
