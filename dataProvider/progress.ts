/**
 * Works as fetch and reports the part of the body that has been sent, from 0 to 1; for slow uploads. fetch cannot
 * report this in every browser.
 */
export function fetchTelling(
  url: string,
  { method, headers, body, signal }: RequestInit & { method: string; headers: Headers },
  onProgress: (part: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    headers.forEach((value, name) => request.setRequestHeader(name, value))
    request.upload.addEventListener(
      'progress',
      (event) => event.lengthComputable && onProgress(event.loaded / event.total),
    )
    request.addEventListener('load', () => resolve(new Response(request.responseText, { status: request.status })))
    for (const failure of ['error', 'abort', 'timeout'])
      request.addEventListener(failure, () => reject(new TypeError(failure)))
    signal?.addEventListener('abort', () => request.abort())
    request.send(body as XMLHttpRequestBodyInit)
  })
}
