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

// Asked for as soon as this file runs, beside my-info: the texts in the stored language, the time zone and the page in the address.
preloadMessages()
void platformZone()
preloadPage(location.pathname)

onScriptFailure((script, failure) =>
  // eslint-disable-next-line no-console -- spec 1 §8: a script that throws is logged
  console.warn(`node_script cannot be run: ${script.slice(0, 120)}`, failure),
)

/** Shows the console in `element` for a user who is signed in, with the entities that `joined` the built-in ones. Answers the function that takes it away. */
export async function openConsole(
  element: HTMLElement,
  joined: readonly Resource[],
  props: Omit<AppProps, 'i18nProvider' | 'sources'>,
): Promise<() => void> {
  // Before the texts are made: they hold the labels of all entities.
  extendResources(joined.filter(({ path }) => !findResource(path)))
  const sources = createSources(props)
  prefetchList(sources, props.me.caller, location)
  const i18nProvider = await createI18nProvider()
  // In a transition, a page whose code is there is drawn at once, without the 300 ms for which React keeps a placeholder once shown.
  const react = createRoot(element)
  startTransition(() => react.render(<App {...props} sources={sources} i18nProvider={i18nProvider} />))
  return () => react.unmount()
}
