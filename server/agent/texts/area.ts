import { catalogue } from '../../base/catalogue.ts'

/** What the agent says about the service area. */
export const sayArea = catalogue({
  en: {
    radius: 'within {miles} miles of our office',
    zipCodes: 'in the ZIP codes {names}',
    cities: 'in {names}',
    more: '{names} and nearby',
    described: '{description}',
    usual: ' (we usually work {where})',
    outside:
      "That looks to be outside our service area{usual}. I'll still pass your request on, and the team will tell you whether they can come.",
    custom: 'Our service area is: {where}. The team will confirm that your address is in it.',
  },
  es: {
    radius: 'a menos de {miles} millas de nuestra oficina',
    zipCodes: 'en los códigos postales {names}',
    cities: 'en {names}',
    more: '{names} y alrededores',
    described: '(en inglés) {description}',
    usual: ' (normalmente trabajamos {where})',
    outside:
      'Parece que eso queda fuera de nuestra zona de servicio{usual}. De todos modos paso su solicitud al equipo, y le dirán si pueden ir.',
    custom: 'Nuestra zona de servicio es: {where}. El equipo le confirmará si su dirección está incluida.',
  },
})
