import { catalogue } from '../../base/catalogue.ts'

/** What a visitor in danger or distress must read first, and the careful responses to threats and complaints. */
export const saySafety = catalogue({
  en: {
    selfharm:
      "I'm really sorry that you're going through this. You don't have to face it alone: please call or text 988, the Suicide & Crisis Lifeline, now, or 911 if you are in danger. Someone there will listen, day and night. I'm an automated assistant, so I've also told the team.",
    selfharmAgain:
      'You matter. Please call or text 988 now; someone there will listen, day and night. If you are in danger, call 911.',
    injury: "If anyone is hurt, please call 911 right away and stay with them. I've told the team at once.",
    poison:
      "Please call Poison Control now at 1-800-222-1222, or 911 if anyone is unconscious or can't breathe. Keep the product's label at hand. I've told the team at once.",
    poisonPet:
      "I'm sorry. Please call the ASPCA Animal Poison Control Center at 1-888-426-4435 or your veterinarian right away, and keep the product's label at hand. I've told the team at once.",
    fire: "Please get everyone out and call 911 now. Don't go back in. I've told the team.",
    gas: "Please leave the area right away, don't switch anything on or light anything, and call 911 and your gas company from a safe distance. I've told the team.",
    lines:
      "Please stay well away from the line and anything that it touches, keep others away, and call 911 and your electric company. I've told the team.",
    electric:
      "Please don't touch it, stay well away, keep others away, and call 911 and your electric company. I've told the team.",
    unsafe:
      "If you or anyone else is in danger, please call 911 now. I've told the team at once, so that a person can look into it.",
    soft: 'If anyone is hurt or in danger, call 911 first.',
    dig: 'Before anyone digs, call 811 a few days ahead; it is free, and they mark the underground lines.',
    minor:
      "Thank you for telling me. Please ask a parent or another adult to write or call us; I won't ask you for any personal details. I've let the team know.",
    minorAgain:
      'Please let a parent or another adult write or call us about this. They can start a new chat at any time.',
    threat:
      "I won't go on with this. I've passed your message on to the team. If anyone is in danger, please call 911.",
    harassment: "I can't help with that. I've passed your message on to the team.",
    legal:
      "I understand that this is serious, and I'm not able to settle it here. I've told the team at once, so that a person can look into it.",
    urgent: 'If anyone is in danger, please call 911 first.',
    call: 'The quickest way to reach us is to call {phone}.',
    marked: "I've marked your request as urgent.",
    markedClosed:
      "Our office is closed right now; I've marked your request as urgent, and the team will see it {when}.",
  },
  es: {
    selfharm:
      'Lamento mucho que esté pasando por esto. No tiene que enfrentarlo a solas: por favor llame o envíe un mensaje de texto al 988, la Línea de Prevención del Suicidio y Crisis (oprima 2 para español), ahora mismo, o al 911 si está en peligro. Allí hay alguien para escucharle de día y de noche. Soy asistente virtual, así que también le avisé al equipo.',
    selfharmAgain:
      'Usted importa. Por favor llame o envíe un mensaje de texto al 988 ahora; allí hay alguien para escucharle de día y de noche. Si está en peligro, llame al 911.',
    injury:
      'Si hay alguien herido, por favor llame al 911 de inmediato y no se separe de la persona. Ya le avisé al equipo.',
    poison:
      'Por favor llame ahora a Poison Control al 1-800-222-1222, o al 911 si alguien está inconsciente o no puede respirar. Tenga a mano la etiqueta del producto. Ya le avisé al equipo.',
    poisonPet:
      'Lo siento mucho. Por favor llame de inmediato a ASPCA Animal Poison Control al 1-888-426-4435 o a su veterinario, y tenga a mano la etiqueta del producto. Ya le avisé al equipo.',
    fire: 'Por favor saque a todos y llame al 911 ahora mismo. No vuelva a entrar. Ya le avisé al equipo.',
    gas: 'Por favor aléjese de inmediato, no encienda nada y llame al 911 y a su compañía de gas desde un lugar seguro. Ya le avisé al equipo.',
    lines:
      'Por favor manténgase muy lejos del cable y de todo lo que toque, no deje que nadie se acerque y llame al 911 y a su compañía eléctrica. Ya le avisé al equipo.',
    electric:
      'Por favor no lo toque, manténgase muy lejos, no deje que nadie se acerque y llame al 911 y a su compañía eléctrica. Ya le avisé al equipo.',
    unsafe:
      'Si usted u otra persona está en peligro, por favor llame ahora al 911. Ya le avisé al equipo para que una persona lo revise.',
    soft: 'Si hay alguien herido o en peligro, llame primero al 911.',
    dig: 'Antes de cavar hay que llamar al 811 con unos días de anticipación; es gratis, y marcan las líneas subterráneas.',
    minor:
      'Gracias por decírmelo. Por favor pídale a su mamá, a su papá o a otro adulto que nos escriba o nos llame; no le pediré datos personales. Ya le avisé al equipo.',
    minorAgain:
      'Por favor deje que su mamá, su papá u otro adulto nos escriba o nos llame sobre esto. Puede empezar un chat nuevo cuando quiera.',
    threat:
      'No voy a continuar con esto. Le pasé su mensaje al equipo. Si alguien está en peligro, por favor llame al 911.',
    harassment: 'No puedo ayudarle con eso. Le pasé su mensaje al equipo.',
    legal:
      'Entiendo que esto es serio, y no puedo resolverlo aquí. Ya le avisé al equipo para que una persona lo revise.',
    urgent: 'Si alguien está en peligro, por favor llame primero al 911.',
    call: 'La forma más rápida de comunicarse con nosotros es llamar al {phone}.',
    marked: 'Marqué su solicitud como urgente.',
    markedClosed:
      'Nuestra oficina está cerrada en este momento; marqué su solicitud como urgente, y el equipo la verá {when}.',
  },
})
