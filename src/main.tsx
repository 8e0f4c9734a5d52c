import { isAnnounced, announcesJoined, forgetCapabilities, loadCapabilities } from '../authProvider/capabilities.ts'
import { announceSignIn, onSessionEnd, signedInAgain, signingIn } from '../authProvider/again.ts'
import { askMe, forgetMe, isSignedOut, loadMe, type Me } from '../authProvider/me.ts'
import { clearSession, markSignedIn, onSessionChange, readSession } from '../authProvider/session.ts'
import { configureHttp, doesNotAnswer } from '../dataProvider/http.ts'
import { loadJoined } from '../dataProvider/joined.ts'
import { applyLanguage, bootText, currentLanguage } from '../i18n/language.ts'
import { languageTag } from '../i18n/types.ts'
import { mayOpen } from '../resources/kit/access.ts'
import type { bigScreen, customPages } from '../resources/menu.ts'
import { startPrefetch, dropPrefetch } from './live/states/statesPrefetch.ts'
import { RESTART_INTERVAL_MS, restartWhenThere } from './kit/states/restart.ts'
import { openPaths, originOf, signInPath } from './app/origin.ts'
import { keepCompositionApart } from './kit/composition.ts'
import { loadSettings } from './kit/hooks/settings.ts'
import { applyMode, onModeChange } from './kit/theme/mode.ts'
import './kit/theme/tokens.css'
import './kit/theme/base.css'
import { idle } from './kit/hooks/idle.ts'

// The entry decides which half of the product this browser needs, the sign-in page or the console, and loads only that
// one. It determines here, before react-admin exists, whether a user is signed in: react-admin's redirects are slow,
// and the sign-in page must stay small.

/** The page that most users open first: its data is requested in parallel with its code. */
const live = { key: '2-1', path: '/monitor/data' } satisfies Pick<(typeof customPages)[number], 'key' | 'path'>

/** The only page that a wall screen shows. */
const wallPath = '/BigScreen' satisfies (typeof bigScreen)['path']

keepCompositionApart()
applyMode()
applyLanguage()
onModeChange(() => {})
configureHttp({
  token: () => readSession()?.token ?? null,
  languageTag: () => languageTag[currentLanguage()],
  announces: isAnnounced,
  // Another tab may have signed in meanwhile.
  onSignedOut: (token) => {
    if (readSession()?.token === token) clearSession()
  },
  signingIn,
  signedInAgain,
})
void show()
registerOffline()

async function show(fresh = false): Promise<void> {
  try {
    if (readSession()) await showConsole(fresh)
    else if (openPaths.includes(location.pathname)) await showOpen()
    else await showSignIn(null)
  } catch (failure) {
    if (isSignedOut(failure)) await show()
    else {
      const isAway = doesNotAnswer(failure)
      if (!isAway) reportError(failure)
      showFailure(isAway)
    }
  }
}

/**
 * Requests everything that the first page after sign-in needs at the same time. `fresh`: the user has just signed in.
 */
async function showConsole(fresh: boolean): Promise<void> {
  markSignedIn(true)
  const start = fresh ? performance.now() : 0
  const code = import('./app/console.tsx')
  code.catch(() => {})
  const asking = loadMe()
  const joining = loadJoined(announcesJoined())
  // The console draws nothing before it knows the platform's time zone.
  void loadSettings()
  if (location.pathname === live.path) startPrefetch(start)
  warmUpDates()
  const me = await asking
  if (me.mustChangePassword) return showSignIn(me)
  // The platform answers a wall screen only for the big screen.
  if (me.wall) history.replaceState(null, '', wallPath)
  if (location.pathname === signInPath) history.replaceState(null, '', originOf(history.state))
  if (['/', live.path].includes(location.pathname) && mayOpen(me.caller, live.key)) startPrefetch(start)
  void loadCapabilities()
  const [{ openConsole }, joined] = await Promise.all([code, joining])
  const ask = () => askToSignIn(me)
  onSessionEnd(ask)
  // While the user signs out, pending calls find their session ended: they end with the page, unless the user stays on
  // it.
  let stay = () => {}
  const stayed = new Promise<void>((resolve) => (stay = resolve))
  const beforeLeave = () => onSessionEnd(() => stayed.then(ask))
  takeAway = await openConsole(root(), joined, { me, leave: () => leave(stay), beforeLeave, fresh })
  onSessionChange(() => void followOtherTab(me))
}

/**
 * A browser's first date format takes a hundred times as long as later ones (kit/hooks/useZone.ts creates one), so it
 * is created while the browser waits for the code.
 */
function warmUpDates(): void {
  new Intl.DateTimeFormat('en', { timeZone: 'UTC' }).resolvedOptions()
}

/**
 * Opens the sign-in over the page. If its code cannot be loaded, the page is reloaded; the browser asks about unsaved
 * changes.
 */
async function askToSignIn(me: Me): Promise<void> {
  try {
    const { signInAgain } = await import('./app/signin/again.tsx')
    await signInAgain(me, closeForOther)
  } catch {
    location.reload()
    return new Promise(() => {})
  }
  forgetMe()
}

/** Reacts to another tab that signed out, or in: as the same user, whose page continues, or as another one. */
async function followOtherTab(me: Me): Promise<void> {
  if (signingIn()) return
  if (!readSession()) return void signedInAgain(null)
  const found = await askMe().catch(() => null)
  if (found === null) return
  if (found.caller.id === me.caller.id) announceSignIn()
  else closeForOther()
}

/** Removes the console, together with its questions before leaving. */
let takeAway = () => {}

/**
 * Called when another user is signed in: nothing that was shown or typed stays, and no question is asked before it is
 * discarded.
 */
function closeForOther(): void {
  takeAway()
  document.body.replaceChildren()
  location.reload()
}

/** Shows a page that does not require a sign-in: registration, the city, or an unknown address. */
async function showOpen(): Promise<void> {
  const { openPage } = await import('./app/signin/open.tsx')
  await openPage(root(), location.pathname)
}

/** `me`: a user who is signed in already, but must change the password first. */
async function showSignIn(me: Me | null): Promise<void> {
  dropPrefetch()
  if (location.pathname !== signInPath) history.replaceState({ from: here() }, '', signInPath)
  // Tells whether there is a captcha, and demo accounts; loaded together with the form.
  void loadSettings()
  const { openSignIn } = await import('./app/signin/index.tsx')
  await openSignIn(root(), me, () => {
    forgetMe()
    forgetCapabilities()
    void show(true)
  })
}

/**
 * Goes to the sign-in page after a sign-out, by a full load, so that nothing of the last user stays in memory. A user
 * with unsaved changes may stay when the browser asks; the page then behaves as after any other end of a session.
 */
function leave(stay: () => void): void {
  const place = here()
  const { state } = history
  history.replaceState(null, '', signInPath)
  location.reload()
  setTimeout(() => {
    history.replaceState(state, '', place)
    stay()
    void signedInAgain(null)
  }, MAX_LEAVE_MS)
}

/** How long leaving a page takes at most, ms. */
const MAX_LEAVE_MS = 10_000

/**
 * Reports that neither half could be loaded, or that the platform does not answer (`away`), with a retry button. Also
 * retries automatically, because a wall screen has no user to press it.
 */
function showFailure(away: boolean): void {
  const { failed, away: noAnswer, retry } = bootText[currentLanguage()]
  const box = Object.assign(document.createElement('div'), { id: 'boot' })
  const button = Object.assign(document.createElement('button'), {
    type: 'button',
    textContent: retry,
    onclick: () => location.reload(),
  })
  box.append(Object.assign(document.createElement('p'), { textContent: away ? noAnswer : failed }), button)
  box.setAttribute('role', 'alert')
  root().replaceChildren(box)
  setInterval(
    () => void (away ? openWhenItAnswers() : restartWhenThere()),
    away ? ASK_INTERVAL_MS : RESTART_INTERVAL_MS,
  )
}

/** How often a platform that does not answer is polled, ms. */
const ASK_INTERVAL_MS = 5000

/** Reloads the page once the platform answers, even if only to say that the session has ended. */
async function openWhenItAnswers(): Promise<void> {
  const answered = await loadMe().then(
    () => true,
    (failure: unknown) => !doesNotAnswer(failure),
  )
  if (answered) location.reload()
}

function root(): HTMLElement {
  const element = document.getElementById('root')
  if (!element) throw new Error('index.html has no #root')
  return element
}

function here(): string {
  return location.pathname + location.search + location.hash
}

/**
 * Registers public/sw.js once everything that the first page needs is loaded. Not in development, where files change
 * under it.
 */
function registerOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // A browser that refuses (private window, blocked storage) only lacks the offline page.
  const register = (): unknown => navigator.serviceWorker.register('/sw.js').catch(() => {})
  const whenIdle = (): unknown => idle(30_000).then(register)
  if (document.readyState === 'complete') whenIdle()
  else addEventListener('load', whenIdle, { once: true })
}
