// The service worker: where a page cannot be loaded it answers offline.html. It keeps that page with its style and script, and nothing else:
// calls under /v1, files and pages always come from the server, so there is nothing old to be seen.

// Changes with the three files, so that browsers fetch them anew: tests/contract/offline.test.ts names the value.
const REVISION = 'a186167c99b1'
const CACHE = `offline-${REVISION}`
const PAGE = '/offline.html'
const FILES = [PAGE, '/offline.css', '/offline.js']

addEventListener('install', (event) => {
  event.waitUntil(keep().then(() => skipWaiting()))
})

addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([dropOld(), registration.navigationPreload?.enable(), clients.claim()]))
})

addEventListener('fetch', (event) => {
  const { request } = event
  if (request.mode === 'navigate') event.respondWith(open(event))
  else if (FILES.includes(new URL(request.url).pathname)) event.respondWith(caches.match(request, { ignoreSearch: true }).then((kept) => kept ?? fetch(request)))
})

async function open(event) {
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(event.request))
    // What a proxy says while the server behind it is away.
    return [502, 503, 504].includes(answer.status) ? ((await caches.match(PAGE)) ?? answer) : answer
  } catch (failure) {
    const page = await caches.match(PAGE)
    if (page) return page
    throw failure
  }
}

async function keep() {
  const cache = await caches.open(CACHE)
  await cache.addAll(FILES.map((path) => new Request(path, { cache: 'reload' })))
}

async function dropOld() {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name.startsWith('offline-') && name !== CACHE).map((name) => caches.delete(name)))
}

// An alarm that the platform pushes (docs/wire.md, `alarm-channels`): shown also where no page is open; a click opens it, and where the browser has
// buttons one of them the map.
addEventListener('push', (event) => {
  const { title, body, path, tag, map } = event.data?.json() ?? {}
  const actions = map ? [{ action: 'map', title: map.label }] : []
  const options = { body, tag, renotify: Boolean(tag), actions, data: { path, map: map?.url } }
  if (title) event.waitUntil(registration.showNotification(title, options))
})

addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { path, map } = event.notification.data ?? {}
  event.waitUntil(event.action === 'map' ? clients.openWindow(map) : show(path))
})

async function show(path) {
  const target = new URL(path, location.origin).href
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = pages.find(({ url }) => url === target)
  await (there ? there.focus() : clients.openWindow(target))
}
