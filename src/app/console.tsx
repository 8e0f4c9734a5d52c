import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { createI18nProvider, preloadMessages } from '../../i18n/index.ts'
import { extendResources } from '../../resources/extend.ts'
import { findResource } from '../../resources/index.ts'
import type { Resource } from '../../resources/kit/define.ts'
import { onScriptFailure } from '../../resources/kit/reading.ts'
import { platformZone } from '../kit/hooks/useZone.ts'
import { App, createSources, type AppProps } from './App.tsx'
import { prefetchList } from './firstList.ts'
import { preloadPage } from './pages/index.ts'
import { settled } from '../kit/index.ts'

// Loaded as soon as this file runs, in parallel with my-info: the texts in the stored language, the time zone and the
// page in the address.
preloadMessages()
void platformZone()
preloadPage(location.pathname)

onScriptFailure((script, failure) =>
  // eslint-disable-next-line no-console -- spec 1 §8: a script that throws is logged
  console.warn(`node_script cannot be run: ${script.slice(0, 120)}`, failure),
)

/**
 * Shows the console in `element` for a signed-in user, with the entities that `joined` the built-in ones. Returns the
 * function that removes it.
 */
export async function openConsole(
  element: HTMLElement,
  joined: readonly Resource[],
  props: Omit<AppProps, 'i18nProvider' | 'sources'>,
): Promise<() => void> {
  // Before the texts are built, which contain the labels of all entities.
  extendResources(joined.filter(({ path }) => !findResource(path)))
  const sources = createSources(props)
  prefetchList(sources, props.me.caller, location)
  const i18nProvider = await createI18nProvider()
  // In a transition, a page whose code is loaded is drawn at once, without the 300 ms for which React keeps a
  // placeholder that was shown.
  const react = createRoot(element)
  startTransition(() => react.render(<App {...props} sources={sources} i18nProvider={i18nProvider} />))
  // The sign-in after the session's end, loaded in advance, so that it is available even if a new version is deployed in
  // the meantime.
  void settled.then(() => import('./signin/again.tsx')).catch(() => {})
  return () => react.unmount()
}
