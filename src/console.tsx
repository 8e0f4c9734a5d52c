import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { createI18nProvider } from '../i18n/index.ts'
import { App, type AppProps } from './App.tsx'
import { preloadPage } from './pages/index.ts'

// Asked for as soon as this file runs, beside my-info: the texts in the stored language and the page in the address.
const texts = createI18nProvider()
preloadPage(location.pathname)

/** Shows the console in `element` for a user who is signed in. */
export async function openConsole(element: HTMLElement, props: Omit<AppProps, 'i18nProvider'>): Promise<void> {
  const i18nProvider = await texts
  // In a transition, a page whose code is there is drawn at once, without the 300 ms for which React keeps a placeholder once shown.
  startTransition(() => createRoot(element).render(<App {...props} i18nProvider={i18nProvider} />))
}
