import { Compass, ListTree } from 'lucide-react'
import { QueryClient } from '@tanstack/react-query'
import {
  CoreAdminContext,
  CoreAdminUI,
  CustomRoutes,
  localStorageStore,
  Resource,
  type I18nProvider,
  useTranslate,
  type Store,
  useNotify,
} from 'react-admin'
import { useState, Suspense, useEffect, useEffectEvent } from 'react'
import { createBrowserRouter, Navigate, Route, RouterProvider } from 'react-router-dom'
import { HomeLink } from '../kit/guard/HomeLink.tsx'
import { chooseLanguage, currentLanguage, isLanguage } from '../../i18n/language.ts'
import { keepOwnPush } from '../../authProvider/endPush.ts'
import { createAuthProvider } from '../../authProvider/index.ts'
import type { Me } from '../../authProvider/me.ts'
import { doesNotAnswer } from '../../dataProvider/http.ts'
import { createDataProvider } from '../../dataProvider/index.ts'
import { namesIn, namesKey } from '../../dataProvider/names.ts'
import { area } from '../../resources/area.ts'
import { gateway } from '../../resources/gateway.ts'
import { allResources } from '../../resources/index.ts'
import { bigScreen, overview } from '../../resources/menu.ts'
import type { Sources } from './firstList.ts'
import { takePrefetchedNames } from '../live/states/statesPrefetch.ts'
import { registerPath, signInPath } from './origin.ts'
import { pages, plainPages, devicePages, ResourceListPage, Dashboard, BigScreenPage } from './pages/index.ts'
import { Guard, ListGuard, LiveGuard } from '../kit/guard/Guard.tsx'
import { ConsoleTheme } from '../kit/theme/ConsoleTheme.tsx'
import { Loading } from '../kit/states/Loading.tsx'
import { ClockNotice } from './shell/ClockNotice.tsx'
import { Shell } from './shell/Shell.tsx'
import { MeContext, EmptyState, settled, Settling, useCaller, useExtensions } from '../kit/index.ts'
import { useZone } from '../kit/hooks/useZone.ts'
import { landingPath } from '../../authProvider/landing.ts'
import { Toasts } from '../kit/states/Toasts.tsx'
import { Unattended } from '../bigscreen/Unattended.tsx'
import { loadCapabilities } from '../../authProvider/capabilities.ts'
import { isSuper } from '../../resources/kit/access.ts'
import { lacking } from './account/platform.ts'

export interface AppProps {
  me: Me
  sources: Sources
  i18nProvider: I18nProvider
  /** Ends the console and shows the sign-in page. */
  leave: () => void
  /** Called when the user begins to sign out. */
  beforeLeave: () => void
  /** The user has just signed in. */
  fresh: boolean
}

/**
 * The console: react-admin's core with the product's own frame, inside a data router, so that forms can block
 * navigation. Transitions are off: with them react-admin and React 19 navigate thousands of times (docs/decisions).
 * Only lists are registered; dialogs open by their path inside the list.
 */
export function App(props: AppProps) {
  // Loads the zone here, so that components that use it later do not suspend (useZone).
  useZone()
  const [router] = useState(() => createBrowserRouter([{ path: '*', element: <Console {...props} /> }]))
  return <RouterProvider router={router} useTransitions={false} />
}

function Console({
  me,
  sources: { dataProvider, store, queryClient },
  i18nProvider,
  leave,
  beforeLeave,
  fresh,
}: AppProps) {
  const [authProvider] = useState(() => createAuthProvider(leave, beforeLeave))
  // After the page, and also on a wall screen: a previous user of this browser may have left a push subscription.
  useEffect(() => void settled.then(keepOwnPush), [])
  return (
    <MeContext.Provider value={me}>
      <CoreAdminContext
        authProvider={authProvider}
        dataProvider={dataProvider}
        i18nProvider={i18nProvider}
        store={store}
        queryClient={queryClient}
      >
        <ConsoleTheme>
          {fresh && <Welcome />}
          <ClockNotice />
          <CoreAdminUI layout={Shell} catchAll={NotFound} loading={Loading} loginPage={false} disableTelemetry title="">
            {allResources
              .filter(({ screen }) => screen)
              .map((resource) => (
                <Resource
                  key={resource.path}
                  name={resource.path}
                  list={<ListGuard resource={resource} Page={ResourceListPage} />}
                />
              ))}
            {plainPages.map(({ key, path, Page }) => (
              <Resource key={path} name={path.slice(1)} list={<Guard menuKey={key} Page={Page} />}>
                {/* Dialogs of these pages are named in the query, not in the path. */}
                <Route path=":more/*" element={<NotFound />} />
              </Resource>
            ))}
            <CustomRoutes>
              <Route path="/" element={<Home />} />
              <Route path={signInPath} element={<Navigate to="/" replace />} />
              <Route path={registerPath} element={<Navigate to="/" replace />} />
              <Route path="/BigCity" element={<BigCity />} />
              {pages.map(({ key, path, Page }) => (
                <Route key={path} path={path} element={<Guard menuKey={key} Page={Page} />} />
              ))}
              {devicePages.map(({ path, Page }) => (
                <Route key={path} path={path} element={<LiveGuard Page={Page} />} />
              ))}
            </CustomRoutes>
            <CustomRoutes noLayout>
              <Route path={bigScreen.path} element={<BigScreen />} />
            </CustomRoutes>
          </CoreAdminUI>
        </ConsoleTheme>
      </CoreAdminContext>
    </MeContext.Provider>
  )
}

/** Creates the data provider, store and query client before the console is drawn. */
export const createSources = ({ me, fresh }: Pick<AppProps, 'me' | 'fresh'>): Sources => ({
  dataProvider: createDataProvider(),
  store: withLanguage(storeOf(me.caller.id, fresh)),
  queryClient: createQueryClient(),
})

/**
 * Retries once where the platform did not answer or failed; a refusal is final. Failures are shown even where the
 * browser believes that it is offline.
 */
function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: { networkMode: 'always', retry: (count, failure) => count < 1 && doesNotAnswer(failure) },
      mutations: { networkMode: 'always' },
    },
  })
  // react-admin asks for permissions (usePermissions) for consoles whose pages depend on them. Here they do not: with an
  // answer it would register all pages anew, and draw the open one twice again with all its rows.
  client.setQueryDefaults(['auth', 'getPermissions'], { enabled: false })
  const names = takePrefetchedNames()
  if (names)
    // If one failed, the components that show these names fetch again.
    for (const [{ path }, answer] of [
      [area, names.areas],
      [gateway, names.gateways],
    ] as const)
      void client.prefetchQuery({
        queryKey: namesKey(path),
        queryFn: async () => namesIn(path, await answer),
        retry: false,
      })
  return client
}

/** Page /BigCity (spec 1 §2.1): a placeholder. */
function BigCity() {
  const translate = useTranslate()
  return <EmptyState title={translate('shell.city')} />
}

/**
 * Returns the store of a user on this browser (saved views, columns), under the user's id. react-admin resets its store
 * when a user signs out; this one ignores the reset, so that the user keeps it and the next user has another.
 */
export function storeOf(user: number, fresh: boolean): Store {
  adoptStore(user, fresh)
  return { ...localStorageStore(STORE_VERSION, `${STORE}-${user}:`), reset: () => {} }
}

const STORE = 'Console'
const STORE_VERSION = '1'

/**
 * Up to version 0.4 all users of a browser shared one store, which was emptied on sign-out: a user who is still signed
 * in takes it over; otherwise it is removed.
 */
function adoptStore(user: number, fresh: boolean): void {
  const shared = `RaStore${STORE}.`
  try {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith(shared))) {
      const own = `RaStore${STORE}-${user}:.${key.slice(shared.length)}`
      const value = localStorage.getItem(key)
      if (!fresh && value !== null && localStorage.getItem(own) === null) localStorage.setItem(own, value)
      localStorage.removeItem(key)
    }
  } catch {
    // A browser without storage has nothing to take over.
  }
}

/**
 * react-admin keeps the language in its store under `locale`; this store maps that entry to the product's own
 * `language`, so that there is only one.
 */
function withLanguage(store: Store): Store {
  return {
    ...store,
    getItem: <T,>(key: string, fallback?: T) =>
      key === 'locale' ? (currentLanguage() as T) : store.getItem<T>(key, fallback),
    setItem: <T,>(key: string, value: T) => {
      if (key === 'locale' && isLanguage(value)) chooseLanguage(value)
      store.setItem(key, value)
    },
  }
}

/** Shown for an unknown address. */
function NotFound() {
  const translate = useTranslate()
  return (
    <EmptyState
      icon={<Compass />}
      title={translate('shell.notFound')}
      hint={translate('shell.notFoundHint')}
      action={<HomeLink />}
    />
  )
}

/**
 * Start page: the dashboard, otherwise the first page that the user may see; an account without any menu sees a hint.
 */
export function Home() {
  const translate = useTranslate()
  const extensions = useExtensions()
  const landing = landingPath(useCaller(), extensions)
  if (landing === overview.path) return <Dashboard />
  // Until then it is unknown which pages have anything to show.
  if (extensions === undefined) return <Loading />
  if (landing) return <Navigate to={landing} replace />
  return <EmptyState icon={<ListTree />} title={translate('shell.noMenu')} hint={translate('shell.noMenuHint')} />
}

/** The big screen for callers who may open it (super administrators and key 8), without the frame of other pages. */
export const BigScreen = () => (
  <Unattended>
    <Suspense fallback={<Loading />}>
      <Guard menuKey={bigScreen.key} Page={BigScreenPage} />
      <Settling />
    </Suspense>
    <Toasts />
  </Unattended>
)

/** Confirms a sign-in once (spec 1, messages), and informs a super administrator of missing capabilities. */
export function Welcome() {
  const notify = useNotify()
  const informed = isSuper(useCaller())
  const notifyLacking = useEffectEvent(async () => {
    if (!informed) return
    const { extensions, known } = await loadCapabilities()
    const count = lacking(extensions).length
    if (known && count > 0) notify('abilities.notice', { type: 'info', messageArgs: { count }, autoHideDuration: 8000 })
  })
  useEffect(() => {
    notify('shell.welcome', { type: 'success' })
    void notifyLacking()
  }, [notify])
  return null
}
