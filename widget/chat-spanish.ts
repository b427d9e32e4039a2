/** The page's own texts in Spanish: of an element, its text or an attribute. */
const SPANISH: readonly (readonly [selector: string, attribute: string | null, text: string])[] = [
  ['#more', 'aria-label', 'Más'],
  ['#close', 'aria-label', 'Cerrar chat'],
  ['#sound', null, 'Sonido de mensajes nuevos'],
  ['#download', null, 'Descargar esta conversación'],
  ['#email-opener', null, 'Enviarme esta conversación por correo'],
  ['[for=email-to]', null, 'Su correo electrónico'],
  ['#email-form [type=submit]', null, 'Enviar'],
  ['#text-opener', null, 'Enviarme mensajes de texto sobre mi cita'],
  ['[for=text-to]', null, 'Su número de celular'],
  [
    '#text-consent',
    null,
    'Usted acepta recibir por mensaje de texto una confirmación y un recordatorio de su cita. Pueden aplicarse tarifas de mensajes y datos. Responda STOP para no recibir más, o HELP para recibir ayuda.',
  ],
  ['#text-form [type=submit]', null, 'Aceptar y enviar'],
  ['#scroller', 'aria-label', 'Mensajes'],
  ['#earlier', null, 'Ver mensajes anteriores'],
  ['#replies', 'aria-label', 'Respuestas sugeridas'],
  ['[for=message]', null, 'Su mensaje'],
  ['#message', 'placeholder', 'Escriba su mensaje'],
  ['#photos', 'aria-label', 'Fotos para enviar'],
  ['#attach', 'aria-label', 'Adjuntar fotos'],
  ['#send', 'aria-label', 'Enviar mensaje'],
]

/** Returns a function that shows the page's own texts in Spanish, or again in English. */
export function spanishPage(): (isSpanish: boolean) => void {
  const texts = SPANISH.flatMap(([selector, attribute, spanish]) => {
    const found = document.querySelector<HTMLElement>(selector)
    if (!found) return []
    const english = attribute === null ? found.textContent : found.getAttribute(attribute)
    return { found, attribute, spanish, english: english ?? '' }
  })
  return (isSpanish) => {
    for (const { found, attribute, spanish, english } of texts) {
      const text = isSpanish ? spanish : english
      if (attribute === null) found.textContent = text
      else found.setAttribute(attribute, text)
      // Messages have a language of their own, and so does what the visitor writes.
      if (attribute === null || found.matches('button')) found.lang = isSpanish ? 'es' : 'en'
    }
  }
}
