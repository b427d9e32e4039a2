/** Common given names that aren't everyday words or places. They count as names in lowercase, too. */
export const GIVEN_NAMES = new Set(
  `aaliyah aaron abby abigail adam adrian adriana ahmed aidan aisha alan alana albert alberto aldo alec
  alejandra alejandro alex alexa alexander alexandra alexia alexis alfredo ali alice alicia alisa alison
  allison alma alvin alyssa amanda amelia amir amy ana andre andrea andreas andres andrew andy angela
  angelica angelina angelo angie anita ann anna anne annette annie anthony antoine anton antonia antonio
  ariana arlene arlo armando arthur arturo ashley ashlyn aubrey audrey barbara barry bart beatrice beatriz
  becca becky belinda ben benjamin benny bernadette bernard bernice bertha beth bethany beto betsy betty
  beverly billy bob bobbi bobby bonnie boris brad bradley brandi brandon brenda brent bret brett brian
  briana brianna bridget brittany bruce bryan bryant byron caitlin caleb callie calvin cameron camila
  candace candice carina carl carla carlos carmela carmen carole caroline carolyn carrie casey cassandra
  cassie catalina catherine cathy cecilia cedric cesar chad charlene charles charlie cherie cheryl chloe
  chris christa christie christina christine christopher christy cindy claire clara clarence clarissa
  claudia clayton clifford clint clyde cody colleen connie connor cora corey corinne cory courtney craig
  cristina curtis cyndi cynthia damian damon dan dana danica daniel daniela danielle danilo danny dante
  daria darius darla darlene darnell darrell darren darrin darryl daryl dave david deandre deanna debbie
  deborah debra deirdre delores dena denise dennis derek deshawn desiree devin devon diana diane diego dina
  dmitri dolores dominic dominique donald donna donnie donovan dora doreen doris dorothy doug douglas duane
  dustin dwayne dwight dylan eddie edgar edith edmund edna eduardo edward edwin efrain eileen elaine elena
  eli elias elijah elisa elise eliza elizabeth ellen elliot elliott elsa elvis emanuel emilia emilio emily
  emma emmanuel enrique eric erica erik erika erin ernest ernesto ernie ervin esmeralda esteban estelle
  esther ethan eugene eunice eva evan evelyn everett ezra fatima felipe felix fernanda fernando fiona
  frances francisco frank frankie fred freddie gabriel gabriela gabrielle garrett gary gavin geoffrey george
  gerald gerard gerardo gilbert gina giovanni giselle gladys glenda glenn gloria gonzalo gordon graciela
  greg gregory gretchen guadalupe guillermo gustavo gwen hannah harold harry hector heidi helen henry
  herbert hilda hillary homer horace howard hubert hugo humberto ian ibrahim ignacio imani ingrid irene irma
  isaac isabel isabella isaiah isiah ivan jackie jaclyn jacob jacqueline jacquelyn jada jaime jake jamal
  james jamie jan jane janelle janet janice janine jared jarrod jasmine jason javier jayden jayne jeanette
  jeanne jeannie jeff jeffery jeffrey jenifer jenna jennifer jenny jerald jeremy jeri jermaine jerome jerry
  jess jesse jessica jessie jill jim jimmy joan joann joanna joanne joaquin jocelyn jodi jodie jody joe joel
  joey johanna john johnathan johnny jon jonathan joni jorge jose josefina joselyn joseph josephine josh
  joshua josie josue joyce juan juana juanita judah judith judy jules julia julian juliana julie juliet
  julio julius justin kara kareem karen karin karina karl karla karyn kasey kate katelyn katherine kathie
  kathleen kathrine kathryn kathy katie katrina kayla kaylee keisha keith kelley kellie kelly kelsey ken
  kendall kendra kendrick kenneth kenny kerri kerry kevin khalid kim kimberly kirk kirsten krista kristen
  kristi kristie kristin kristina kristy krystal kurt kyla kyle lakisha lamar lana lara larry lashonda
  latasha latonya latoya laura lauren laurie lawrence layla leah leann leanne leigh leila lena leo leon
  leona leonard leonardo leonel leroy leslie leticia levi lexi liam lila liliana lillian lillie linda
  lindsay lionel lisa liz lois lonnie loren lorena lorenzo loretta lori lorraine lou louis louise lucas
  lucia lucille lucinda lucy luis luisa luke lupe luther lydia lynn mabel mackenzie madeline malcolm malik
  mandy manuel marc marcel marcella marcelo marci marcia marcie marco marcos marcus margaret margarita
  margie margo maria mariana marianne maribel maricela marie marilyn mario marisa marisol marissa marjorie
  marla marlene marlon marsha marshall marta martha martin marty marvin mary maryann mateo mathew matilda
  matt matthew maura maureen maurice mauricio maxine megan meghan melanie melinda melissa meredith micah
  michael micheal michele michelle mick miguel mikayla mike mildred milton mindy minnie miranda miriam
  mitchell mohamed mohammed moises molly monica monique morris moses muhammad myra myrna myron nadia nadine
  nancy naomi natalia natalie natasha nate nathan nathaniel neil nestor neva nicholas nick nico nicolas
  nicole nigel nina noah noelle nora noreen norma norman octavio olivia ollie omar oscar osvaldo otis owen
  pablo paco pam pamela patricia patrick patsy patti patty paul paula paulette pauline pedro peggy penelope
  pete peter phil philip phillip phoebe phyllis priya quentin quinn rachel rafael ralph ramiro ramon ramona
  randall randi randy raquel rashad raul raymond rebecca reggie regina reginald rene renee reuben rhonda
  ricardo richard rick ricky riley rita robbie robby robert roberta roberto rocio roderick rodney rodrigo
  roger roland rolando ron ronald ronnie rosa rosalie rosalind rosalinda rosario rosemarie rowena roxanne
  roy ruben rudy rupert russell ruth ruthie ryan sabrina sadie sally salvador salvatore sam samantha sammy
  samuel sandra sara sarah saul scott sean sebastian selena serena sergio seth shane shanice shannon shari
  sharon shawn sheila sheldon shelley shelly sheri sherri sherry sheryl shirley sid sidney silvia simon
  simone skylar sofia sonia sonja sophia sophie stacey stacie stacy stan stanley stefan stefanie stella
  stephanie stephen steve steven stuart susan susana susie suzanne suzette sylvester sylvia tabitha tamara
  tamika tammie tammy tania tanya tara tasha taylor ted teddy terence teresa teri terrence terri terry
  thelma theodore theresa thomas tia tiffany tim timmy timothy tina toby todd tom tommy toni tonia tony
  tonya traci tracie tracy travis trent trevor tricia trina trisha tyler tyra tyrone valentina valerie
  vanessa velma vera verna vernon veronica vicente vicki vickie vicky victor victoria vincent virgil vivian
  wallace walt walter wanda wayne wendell wendy wesley whitney wilbur wilfred willa willard william willie
  wilma winifred winston wyatt xavier yasmin yesenia yolanda yvette yvonne zach zachary zachery zoe zoey`.split(
    /\s+/,
  ),
)
