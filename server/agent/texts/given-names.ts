/** Common given names that aren't everyday words or places. They count as names in lowercase, too. */
export const GIVEN_NAMES = new Set(
  `aaron abby abigail adam adrian adriana aisha alan albert alberto alejandra alejandro alex alexa alexander
  alexandra alexis alfredo alice alicia alison allison alma alyssa amanda amelia amir amy ana andre andrea
  andres andrew andy angela angelica angie anita ann anna anne annette annie anthony antonio ariana arlene
  armando arthur arturo ashley audrey barbara barry beatriz becky ben benjamin bernard beth beto betsy betty
  beverly billy bob bobby bonnie brad bradley brandon brenda brent brian brittany bruce bryan byron caitlin
  caleb calvin cameron camila carl carla carlos carmen caroline carolyn carrie casey catherine cathy cecilia
  cesar chad charlene charles charlie cheryl chris christina christine christopher cindy claire claudia
  clayton clifford cody colleen connie connor corey courtney craig cristina curtis cynthia dan dana daniel
  daniela danielle danny darlene darnell darren darryl dave david deanna debbie deborah debra denise dennis
  derek deshawn diana diane diego dmitri dominic donald donna doris dorothy doug douglas duane dustin dwayne
  dylan eddie eduardo edward edwin eileen elaine elena eli elizabeth ellen emily emma enrique eric erica
  erik erika erin ernesto esteban esther ethan eva evan evelyn felipe fernando francisco fred gabriel
  gabriela gabrielle gary george gerald gerardo gina giovanni gladys glenn gloria gonzalo gordon greg
  gregory guadalupe guillermo gustavo gwen hannah harold harry heidi helen henry herbert howard hugo ian
  ibrahim ignacio irene isaac isabel isabella ivan jacob jacqueline jaime jake jamal james jamie jan jane
  janet janice jared jasmine jason javier jeanette jeff jeffrey jenna jennifer jenny jeremy jerome jerry
  jesse jessica jill jim jimmy joan joann joanna joanne joaquin jocelyn joe joel joey john johnny jon
  jonathan jorge jose joseph josh joshua josue joyce juan juana juanita judith judy julia julian julie julio
  justin karen karina karl karla kate katherine kathleen kathryn kathy katie kayla keith kelly kelsey ken
  kendra kenneth kevin kim kimberly kristen kristin kristina kurt kyle lakisha larry latoya laura lauren
  lawrence leah leo leonard leonardo leroy leslie liam linda lindsay lisa liz lois lorena lori lorraine
  louis louise lucas lucia lucy luis luisa luke lupe lynn madeline manuel marco marcos marcus margaret
  margarita maria mariana marie marilyn mario marisol marlene marsha marta martha martin marvin mary matt
  matthew maureen mauricio megan melanie melinda melissa micah michael michele michelle miguel mike mildred
  mitchell mohamed mohammed molly monica monique nancy naomi natalia natalie natasha nathan nathaniel neil
  nicholas nick nico nicolas nicole nina noah nora norma norman olivia omar oscar pablo paco pamela patricia
  patrick patty paul paula paulette pedro peggy peter phil philip phillip phyllis priya rachel rafael ralph
  ramon randall randy raul raymond rebecca regina renee ricardo richard rick ricky rita robert roberta
  roberto rodney rodrigo roger roland ron ronald ronnie rosalind roy ruben russell ruth ryan sabrina sally
  sam samantha samuel sandra sara sarah scott sean sebastian sergio seth shannon sharon shawn sheila shelly
  sheri shirley silvia sofia sonia sophia sophie stacey stacy stanley stephanie stephen steve steven stuart
  susan suzanne sylvia tamara tammy tanya tara taylor teresa terrence terri terry theodore theresa thomas
  tiffany tim timothy tina todd tom tommy toni tony tonya tracy trevor tricia tyrone valerie vanessa
  veronica vicki vicky victor victoria vincent vivian walter wanda wayne wendy wesley william xavier yesenia
  yolanda yvonne zachary`.split(/\s+/),
)
